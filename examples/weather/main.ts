import { isToolglotError } from '@toolglot/core';
import type { Turn } from '@toolglot/testing';
import { type Model, RunError, type RunResult } from 'toolglot';
import { watch } from './live.ts';
import { inPieces, mistakes, threeCities } from './script.ts';
import { WeatherService } from './station.ts';
import { heading, print, section, timeline } from './timeline.ts';
import { app, getWeather } from './tool.ts';
import { connect, type Vendor, vendors } from './vendors.ts';

/** The program. What differs between the vendors is the model that it is given. */
const ask = (model: Model, prompt: string, context: WeatherService) => app.run({ model, tools: [getWeather], prompt, context });

const easy = '上海、北京、广州今天天气怎么样？';
const soon = '北京今天天气怎么样？';
const hard = '邮编 10000、亚特兰蒂斯和拉萨今天天气怎么样？';

heading(`Part 1. One tool, one program, and only the model differs: ${easy}`);
for (const vendor of vendors) await tell(vendor, easy, threeCities, () => {});

heading(`Part 2. What goes wrong goes back to the model, which mends what it can: ${hard}`);
for (const vendor of vendors) await tell(vendor, hard, mistakes, callsOf);

heading(`Part 3. An answer as it comes, with its call while it is written: ${soon}`);
for (const vendor of vendors) {
  await using line = await connect(vendor, inPieces, { pace: 8 });
  section(`${vendor.name} · ${line.model.profile.name} · ${line.where}`);
  await watch(line.model, soon).catch((error: unknown) => failed(error, vendor));
}

/** Asks one vendor, and prints what happened. */
async function tell(vendor: Vendor, prompt: string, turns: readonly Turn[], more: (result: Result) => void): Promise<void> {
  await using line = await connect(vendor, turns);
  section(`${vendor.name} · ${line.model.profile.name} · ${line.where}`);
  const weather = new WeatherService();
  const result = await ask(line.model, prompt, weather).catch((error: unknown) => failed(error, vendor));
  timeline(line.exchanges, weather.visits);
  if (result === undefined) return;
  more(result);
  heading(`  ${result.text}`);
}

type Result = RunResult<[typeof getWeather]>;

function callsOf({ calls }: Result): void {
  heading('  What became of each call');
  for (const { name, args, outcome } of calls) {
    print(`  ${outcome.status === 'done' ? '✓' : '✗'} ${name}(${JSON.stringify(args)})`);
    if (outcome.status === 'error') print(`      ${outcome.code}: ${outcome.message}`);
  }
}

/** A vendor that cannot be asked is no reason not to ask the next one. */
function failed(error: unknown, { key }: Vendor): undefined {
  if (!(error instanceof RunError || isToolglotError(error))) throw error;
  print(`  ${error.message}. Without ${key} in the environment a fake vendor is asked.`);
  process.exitCode = 1;
}
