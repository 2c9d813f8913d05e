import type { Codec, JsonObject, Request } from '@toolglot/core';
import { mutators } from '@toolglot/testing';
import { describe, expect, test } from 'vitest';
import { describeShared } from '../support/shared.ts';
import { type Expected, expectations, wireExpectations } from './expectations.ts';
import { acceptedBodies, brokenRules, type Vendor, type VendorName, vendorNames, vendors } from './vendors.ts';
import { wireMutators } from './wire-mutators.ts';

interface Sample {
  readonly body: JsonObject;
  readonly request: Request;
}

/** Spoils a body; `undefined` where there is nothing to spoil. */
type Spoil = (sample: Sample) => JsonObject | undefined;

test('the tables have a line for each mutator', () => {
  expect(Object.keys(expectations).sort()).toEqual(mutators.map(({ id }) => id).sort());
  for (const name of vendorNames) {
    expect(Object.keys(wireExpectations[name]).sort()).toEqual(wireMutators[name].map(({ id }) => id).sort());
  }
});

describe.each(vendorNames)('%s', (name) => {
  const vendor: Vendor = vendors[name];
  const rows = rowsOf(name, vendor.codec);
  const sampleOf = (body: JsonObject): Sample => ({ body, request: vendor.codec.decodeRequest(body).request });

  test.for(rows)('%s', ([, { spoil, expected }]) => {
    const found = verdicts(vendor, vendor.bodies.map(sampleOf), spoil);
    expect(found.length).toBeGreaterThan(0);
    for (const broken of found) expectVerdict(broken, expected, false);
  });

  describeShared('over recorded bodies', vendor.corpus, (path) => {
    const samples = acceptedBodies(path)
      .filter((body) => brokenRules(vendor, body).length === 0)
      .map(sampleOf);
    test.for(rows)('%s', ([, { spoil, expected }]) => {
      for (const broken of verdicts(vendor, samples, spoil)) expectVerdict(broken, expected, true);
    });
  });
});

/** A test's title, and what it needs. */
type Row = readonly [string, { readonly expected: Expected; readonly spoil: Spoil }];

function rowsOf(name: VendorName, codec: Codec): readonly Row[] {
  const neutral = mutators.map(({ id, apply }) =>
    rowOf(id, expectations[id]?.[name], ({ request }) => {
      const spoiled = apply(request);
      return spoiled && codec.encodeRequest(spoiled).body;
    }),
  );
  const wire = wireMutators[name].map(({ id, apply }) =>
    rowOf(`${id} on the wire`, wireExpectations[name][id], ({ body }) => apply(body)),
  );
  return [...neutral, ...wire];
}

function rowOf(id: string, expected: Expected = { refused: [] }, spoil: Spoil): Row {
  if ('accepted' in expected) return [`${id} is taken: ${expected.accepted}`, { expected, spoil }];
  return [`${id} is refused${expected.unless ? `, unless ${expected.unless}` : ''}`, { expected, spoil }];
}

/** For each body that can be spoiled in this way: the rules that the spoiled one breaks. */
function verdicts(vendor: Vendor, samples: readonly Sample[], spoil: Spoil): readonly (readonly string[])[] {
  return samples.flatMap((sample) => {
    const spoiled = spoil(sample);
    return spoiled ? [brokenRules(vendor, spoiled)] : [];
  });
}

function expectVerdict(broken: readonly string[], expected: Expected, isRecorded: boolean): void {
  const isSpared = broken.length === 0 && isRecorded && 'unless' in expected;
  if ('accepted' in expected) expect(broken).toEqual([]);
  else if (!isSpared)
    expect(
      expected.refused.filter((id) => broken.includes(id)),
      `broken: ${broken.join(', ') || 'none'}`,
    ).not.toEqual([]);
}
