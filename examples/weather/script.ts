import { type Json, type Request, toolResultsOf } from '@toolglot/core';
import type { Turn } from '@toolglot/testing';

/** What the fake vendors answer to the weather question: three calls at once, then a sentence made of what came back. */
export const threeCities: readonly Turn[] = [
  {
    text: 'I will look at all three at once.',
    calls: ['上海', '北京', '广州'].map((city) => ({ name: 'get_weather', args: { city } })),
    usage: { input: 112, output: 64 },
  },
  (request) => ({ text: resultsIn(request).map(sentence).join(' '), usage: { input: 241, output: 58 } }),
];

/** What they answer to a harder one: a wrong type, a city without a station, a station that is down; then what can be mended is. */
export const mistakes: readonly Turn[] = [
  {
    calls: [
      { name: 'get_weather', args: { city: 10_000, unit: 'kelvin' } },
      { name: 'get_weather', args: { city: '亚特兰蒂斯' } },
      { name: 'get_weather', args: { city: '拉萨' } },
    ],
  },
  { text: 'The first call was malformed; once more.', calls: [{ name: 'get_weather', args: { city: '北京' } }] },
  (request) => {
    const results = resultsIn(request);
    const failed = results.filter((result) => Object(result).error === 'execution-failed');
    return `${results.map(sentence).join('')} The rest I do not know: ${failed.map((result) => Object(result).message).join('; ')}.`;
  },
];

/** What they answer in pieces: a sentence, and a call. */
export const inPieces: readonly Turn[] = [
  {
    text: 'I will ask the station in 北京.',
    calls: [{ name: 'get_weather', args: '{"city": "北京", "unit": "celsius"}' }],
    usage: { input: 98, output: 31 },
  },
];

/** The values of the results in the conversation, as the model reads them. */
function resultsIn({ messages }: Request): readonly Json[] {
  return messages.flatMap(toolResultsOf).map(({ content }) => {
    const [part] = content;
    return part?.type === 'json' ? part.value : JSON.parse(part?.type === 'text' ? part.text : 'null');
  });
}

function sentence(result: Json): string {
  const { city, temperature, sky } = Object(result);
  return temperature === undefined ? '' : `${city}: ${temperature} °C, ${sky}.`;
}
