import type { JsonObject } from '@toolglot/core';
import { fakeVendor } from '@toolglot/testing';
import { describe, expect, test } from 'vitest';
import { describeShared } from '../support/shared.ts';
import { acceptedBodies, brokenRules, vendorList } from './vendors.ts';

test.each(vendorList)('the rules of $name take our own good bodies', (vendor) => {
  for (const body of vendor.bodies) expect(brokenRules(vendor, body)).toEqual([]);
});

test.each(vendorList)('the rules of $name take our own good bodies as the codec says them again', (vendor) => {
  for (const body of vendor.bodies) {
    expect(brokenRules(vendor, vendor.codec.encodeRequest(vendor.codec.decodeRequest(body).request).body)).toEqual([]);
  }
});

describe.each(vendorList)('recorded bodies that $name took', (vendor) => {
  describeShared('at least 99 of 100 break no rule', vendor.corpus, (path) => {
    test('at least 99 of 100 break no rule', ({ annotate }) => {
      const bodies = acceptedBodies(path);
      const refused = bodies.flatMap((body, index) => brokenRules(vendor, body).map((rule) => `${index}: ${rule}`));
      const taken = bodies.length - new Set(refused.map((line) => line.split(':')[0])).size;
      annotate(`${vendor.name}: ${taken} of ${bodies.length} recorded bodies are taken`);
      expect(bodies.length).toBeGreaterThan(100);
      expect(taken / bodies.length, refused.join('\n')).toBeGreaterThanOrEqual(0.99);
    });

    test('the fake vendor answers at least 99 of 100 over its wire, asked for whole answers', async () => {
      const bodies = acceptedBodies(path);
      const fake = fakeVendor(
        vendor.codec,
        vendor.rules,
        bodies.map(() => 'ok'),
        { path: '*' },
      );
      const statuses = await Promise.all(
        bodies.map(async (body) => (await fake.fetch('http://vendor.test/', post(body))).status),
      );
      expect(statuses.filter((status) => status === 200).length / bodies.length).toBeGreaterThanOrEqual(0.99);
    });
  });
});

function post({ stream, stream_options, ...body }: JsonObject): RequestInit {
  return { method: 'POST', body: JSON.stringify(body) };
}
