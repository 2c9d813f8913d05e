import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { collector } from '@toolglot/core';
import { openai } from '@toolglot/openai';
import { OpenAI } from 'openai';

// one call in many fragments through the vendor's client: how the time grows, and what it costs over a loop by hand over the same chunks
const SIZES = [2_000, 20_000, 100_000];
const ROUNDS = 5;
/** Time at five times the size, over the time at the size. */
const GROWTH = 6;
const OVER_HAND = 1.2;
const MEMORY_OVER_HAND = 1.3;

const event = (type: string, of: object) => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 1, ...of })}\n\n`;
const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'save', status: 'completed' };
const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5.4', status: 'in_progress', output: [] };
const at = { output_index: 0, item_id: 'fc_1' };

/** A recorded answer of one call whose arguments come in so many pieces, served in blocks of 64 kB. */
function served(fragments: number): typeof fetch {
  const args = `{"text":"${'abcdefgh'.repeat(fragments)}"}`;
  const delta = (text: string) => event('response.function_call_arguments.delta', { ...at, delta: text });
  const head = [
    event('response.created', { response }),
    event('response.output_item.added', { ...at, item: { ...item, arguments: '', status: 'in_progress' } }),
    delta('{"text":"'),
  ].join('');
  const piece = delta('abcdefgh');
  const tail = [
    delta('"}'),
    event('response.function_call_arguments.done', { ...at, arguments: args }),
    event('response.output_item.done', { ...at, item: { ...item, arguments: args } }),
    event('response.completed', { response: { ...response, status: 'completed', output: [{ ...item, arguments: args }] } }),
  ].join('');
  const bytes = new TextEncoder().encode(head + piece.repeat(fragments) + tail);
  return async () => {
    let from = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (from >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(from, from + 65_536));
        from += 65_536;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

async function byHand(fetch: typeof globalThis.fetch): Promise<number> {
  const client = new OpenAI({ apiKey: 'none', fetch, maxRetries: 0 });
  const pieces: string[] = [];
  for await (const of of await client.responses.create({ model: 'gpt-5.4', input: 'save it', stream: true }))
    if (of.type === 'response.function_call_arguments.delta') pieces.push(of.delta);
  return JSON.parse(pieces.join('')).text.length;
}

async function byUs(fetch: typeof globalThis.fetch): Promise<number> {
  const client = new OpenAI({ apiKey: 'none', fetch });
  const model = openai('gpt-5.4', { client });
  const fold = collector();
  const request = {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'save it' }] }],
    tools: [{ type: 'function', name: 'save' }],
  } as const;
  for await (const of of model.stream?.(request) ?? []) fold.push(of);
  const [made] = fold.response().message.content;
  return made?.type === 'tool-call' ? String(made.args.text).length : 0;
}

type Way = (fetch: typeof globalThis.fetch) => Promise<number>;

async function milliseconds(way: Way, size: number): Promise<number> {
  const fetch = served(size);
  const start = performance.now();
  const length = await way(fetch);
  if (length !== size * 8) throw new Error(`${size} fragments gave ${length} characters, expected ${size * 8}`);
  return performance.now() - start;
}

const median = (of: readonly number[]) => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN;

/** The medians of both ways, taken in turn. */
async function compare(size: number): Promise<readonly [hand: number, us: number]> {
  const [hand, us]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    hand.push(await milliseconds(byHand, size));
    us.push(await milliseconds(byUs, size));
  }
  return [median(hand), median(us)];
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** The most megabytes of heap that were in use in between, over those before. */
async function peak(way: Way, size: number): Promise<number> {
  const fetch = served(size);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 5);
  await way(fetch);
  most = Math.max(most, process.memoryUsage().heapUsed);
  clearInterval(timer);
  return (most - before) / 2 ** 20;
}

await compare(SIZES[0] ?? 0);
const failures: string[] = [];
const times = new Map<number, number>();
for (const size of SIZES) {
  const [hand, us] = await compare(size);
  times.set(size, us);
  console.log(`${size} fragments: by hand ${hand.toFixed(0)} ms, here ${us.toFixed(0)} ms, ratio ${(us / hand).toFixed(2)}`);
  if (us / hand > OVER_HAND)
    failures.push(`${size} fragments take ${(us / hand).toFixed(2)} times a loop by hand, expected at most ${OVER_HAND}`);
}
const growth = (times.get(100_000) ?? 0) / (times.get(20_000) ?? 1);
console.log(`time at 100,000 over time at 20,000: ${growth.toFixed(1)}`);
if (growth >= GROWTH)
  failures.push(`five times the fragments take ${growth.toFixed(1)} times the time, expected under ${GROWTH}`);
const [handPeak, ourPeak] = [await peak(byHand, 100_000), await peak(byUs, 100_000)];
console.log(
  `peak heap at 100,000: by hand ${handPeak.toFixed(0)} MB, here ${ourPeak.toFixed(0)} MB, ratio ${(ourPeak / handPeak).toFixed(2)}`,
);
if (ourPeak / handPeak > MEMORY_OVER_HAND)
  failures.push(`memory is ${(ourPeak / handPeak).toFixed(2)} times that of a loop by hand`);
if (failures.length > 0) throw new Error(failures.join('\n'));
