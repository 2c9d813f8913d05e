import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { watched } from './watched.ts';

const told = (error: unknown) => new Error('told', { cause: error });

async function* counting(signal: AbortSignal): AsyncGenerator<number, void> {
  for (let number = 1; !signal.aborted; number++) yield number;
}

async function drain<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const seen: T[] = [];
  for await (const value of source) seen.push(value);
  return seen;
}

test('what the client streams is given as it is', async () => {
  const source = async () => ReadableStream.from([1, 2, 3]);
  expect(await drain(watched(source, told, undefined))).toEqual([1, 2, 3]);
});

test('nothing is asked where the signal is aborted already', async () => {
  const ask = vi.fn();
  await expect(drain(watched(ask, told, AbortSignal.abort(new Error('never'))))).rejects.toThrow('never');
  expect(ask).not.toHaveBeenCalled();
});

test('an aborted signal ends it with its reason, also where the client ends in silence, and keeps no listener', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const seen: number[] = [];
  const reading = async () => {
    for await (const value of watched(async (signal) => counting(signal), told, controller.signal)) {
      seen.push(value);
      if (value === 3) controller.abort(reason);
    }
  };
  await expect(reading()).rejects.toBe(reason);
  expect(seen).toEqual([1, 2, 3]);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test("leaving the loop aborts the client's signal, and keeps no listener", async () => {
  const { signal } = new AbortController();
  let given: AbortSignal | undefined;
  const ask = async (own: AbortSignal) => {
    given = own;
    return counting(own);
  };
  for await (const value of watched(ask, told, signal)) if (value === 2) break;
  expect(given?.aborted).toBe(true);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each([
  ['before the first payload', () => Promise.reject(new Error('no'))],
  [
    'behind it',
    async () =>
      (async function* () {
        yield 1;
        throw new Error('no');
      })(),
  ],
])('an error %s is told as the vendor means it', async (_when, ask) => {
  await expect(drain(watched(ask, told, undefined))).rejects.toMatchObject({ message: 'told', cause: { message: 'no' } });
});
