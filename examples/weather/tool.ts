import { toolkit } from 'toolglot';
import { z } from 'zod';
import type { WeatherService } from './station.ts';

export const app = toolkit<WeatherService>();

/** Defined once; every model below is offered this one. */
export const getWeather = app.tool({
  name: 'get_weather',
  description: 'Weather now in a city. Call when the user asks about weather, temperature or rain.',
  input: z.object({
    city: z.string().describe("City, e.g. '北京', without '市'"),
    unit: z.enum(['celsius', 'fahrenheit']).default('celsius'),
  }),
  annotations: { readOnly: true },
  execute: async ({ city, unit }, { context, signal }) => {
    const { celsius, sky } = await context.read(city, signal);
    return { city, temperature: unit === 'celsius' ? celsius : Math.round(celsius * 1.8 + 32), unit, sky };
  },
});
