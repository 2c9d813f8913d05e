import { mistakes, threeCities } from './script.ts';
import { WeatherService } from './station.ts';
import { heading, print, section, timeline } from './timeline.ts';
import { app, getWeather } from './tool.ts';
import { connect, vendors } from './vendors.ts';

/** The program. What differs between the vendors is the model that it is given. */
const ask = (model: Parameters<typeof app.run>[0]['model'], prompt: string, context: WeatherService) =>
  app.run({ model, tools: [getWeather], prompt, context });

const easy = '上海、北京、广州今天天气怎么样？';
const hard = '邮编 10000、亚特兰蒂斯和拉萨今天天气怎么样？';

heading(`Part 1. One tool, one program, and only the model differs: ${easy}`);
for (const vendor of vendors) {
  await using line = await connect(vendor, threeCities);
  section(`${vendor.name} · ${line.model.profile.name} · ${line.where}`);
  const weather = new WeatherService();
  const { text } = await ask(line.model, easy, weather);
  timeline(line.exchanges, weather.visits);
  heading(`  ${text}`);
}

heading(`Part 2. What goes wrong goes back to the model, which mends what it can: ${hard}`);
for (const vendor of vendors) {
  await using line = await connect(vendor, mistakes);
  section(`${vendor.name} · ${line.model.profile.name} · ${line.where}`);
  const weather = new WeatherService();
  const { text, calls } = await ask(line.model, hard, weather);
  timeline(line.exchanges, weather.visits);
  heading('  What became of each call');
  for (const { name, args, outcome } of calls) {
    print(`  ${outcome.status === 'done' ? '✓' : '✗'} ${name}(${JSON.stringify(args)})`);
    if (outcome.status === 'error') print(`      ${outcome.code}: ${outcome.message}`);
  }
  heading(`  ${text}`);
}
