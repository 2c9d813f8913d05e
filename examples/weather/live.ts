import { collector, type StreamEvent, toolSpecSync } from '@toolglot/core';
import type { Model } from 'toolglot';
import { paint, print } from './timeline.ts';
import { getWeather } from './tool.ts';

/** Asks for a stream, and prints each event when it is there. */
export async function watch({ stream }: Model, prompt: string): Promise<void> {
  if (!stream) return print('  This model gives whole answers only.');
  const start = performance.now();
  const answer = collector();
  const messages = [{ role: 'user', content: [{ type: 'text', text: prompt }] }] as const;
  for await (const event of stream({ messages, tools: [toolSpecSync(getWeather)] })) {
    answer.push(event);
    const said = await describe(event);
    if (said !== undefined) print(`${String(Math.round(performance.now() - start)).padStart(5)} ms  ${said}`);
  }
  const { finish, usage } = answer.response();
  print(`          ${finish.reason}, ${usage?.input} tokens in, ${usage?.output} out`);
}

async function describe(event: StreamEvent): Promise<string | undefined> {
  switch (event.type) {
    case 'text-delta':
      return JSON.stringify(event.text);
    case 'tool-call-start':
      return paint('green', `→ ${event.name}`);
    case 'tool-call-delta':
      return `  ${event.text.padEnd(28)} ${paint('dim', `so far ${JSON.stringify(await event.partialArgs?.())}`)}`;
    case 'tool-call-end':
      return paint('green', `✓ ${event.part.name}(${JSON.stringify(event.part.args)})`);
    default:
      return undefined;
  }
}
