import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type FakeVendor, fakeVendor } from '@toolglot/testing';
import { expect, test } from 'vitest';
import { vendors } from './vendors.ts';

test('ten thousand requests to a fake vendor leave no more than what is kept', async () => {
  const { codec, rules, bodies } = vendors['anthropic-messages'];
  const turns = Array.from({ length: 10_000 }, () => 'ok');
  const vendor = fakeVendor(codec, rules, turns, { path: '*', keep: 10 });
  const text = JSON.stringify({ ...bodies[0], messages: [{ role: 'user', content: 'x'.repeat(5000) }] });
  await postMany(vendor, text, 1000);
  const before = heapInUse();
  await postMany(vendor, text, 9000);
  expect(vendor.exchanges.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((heapInUse() - before) / 2 ** 20).toBeLessThan(15);
  vendor.done();
}, 120_000);

async function postMany(vendor: FakeVendor, body: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await (await vendor.fetch('http://vendor.test/', { method: 'POST', body })).text();
}

/** bytes after a collection, so that the figure does not depend on when the last one was. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
