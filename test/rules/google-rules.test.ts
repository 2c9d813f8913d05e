import { type Codec, isJsonObject, isToolglotError, type Json, type JsonObject, type Request } from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { gemini2Rules, gemini3StudioRules, googleRules, vertexRules } from '@toolglot/google/rules';
import { fakeVendor, mutators } from '@toolglot/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeShared } from '../support/shared.ts';
import type { Expected } from './expectations.ts';
import { googleBodies } from './google-bodies.ts';
import { googleExpectations, googleMutators, googleWireExpectations } from './google-mutators.ts';
import { acceptedBodies, brokenRules } from './vendors.ts';

const codec: Codec = googleGenerateContent;
const allRules = [...new Set([...googleRules, ...vertexRules, ...gemini2Rules, ...gemini3StudioRules])];
const recorded = ['google', 'vertex'].map((name) => ({
  name,
  rules: name === 'vertex' ? vertexRules : googleRules,
  path: `corpus/open/${name}-generateContent.jsonl`,
}));

test.each(['as they are', 'as the codec says them again'])('our own good bodies are taken, %s', (how) => {
  for (const body of googleBodies) {
    const said = how === 'as they are' ? body : codec.encodeRequest(codec.decodeRequest(body).request).body;
    expect(brokenRules({ rules: googleRules }, said)).toEqual([]);
    expect(brokenRules({ rules: vertexRules }, said)).toEqual([]);
    expect(brokenRules({ rules: gemini3StudioRules }, said)).toEqual([]);
  }
});

describe.each(recorded)('recorded bodies that $name took', ({ name, rules, path }) => {
  describeShared('over the wire', path, (file) => {
    test('the fake vendor answers all of them, asked for whole answers', async ({ annotate }) => {
      const bodies = acceptedBodies(file);
      const turns = bodies.map(() => 'ok');
      const fake = fakeVendor(codec, rules, turns, { path: '*' });
      const post = (body: JsonObject) => fake.fetch('http://vendor.test/', { method: 'POST', body: JSON.stringify(body) });
      const statuses = await Promise.all(bodies.map(async (body) => (await post(body)).status));
      annotate(`${name}: ${statuses.filter((status) => status === 200).length} of ${bodies.length} are answered by the fake`);
      expect(statuses).toEqual(bodies.map(() => 200));
    });
  });
});

interface Sample {
  readonly body: JsonObject;
  readonly request: Request;
}

/** Spoils a body; `undefined` where there is nothing to spoil. */
type Spoil = (sample: Sample) => JsonObject | undefined;
type Row = readonly [string, { readonly expected: Expected; readonly spoil: Spoil }];

const neutral: readonly Row[] = mutators.map(({ id, apply }) => [
  id,
  {
    expected: googleExpectations[id] ?? { refused: [] },
    spoil: ({ request }) => {
      const spoiled = apply(request);
      return spoiled && codec.encodeRequest(spoiled).body;
    },
  },
]);
const wire: readonly Row[] = googleMutators.map(({ id, apply }) => [
  `${id} on the wire`,
  { expected: googleWireExpectations[id] ?? { refused: [] }, spoil: ({ body }) => apply(body) },
]);

test('the tables have a line for each mutator', () => {
  expect(Object.keys(googleExpectations).sort()).toEqual(mutators.map(({ id }) => id).sort());
});

describe('bodies that are spoiled', () => {
  test.for([...neutral, ...wire])('%s', ([, { spoil, expected }]) => {
    const found = verdicts(samplesOf(googleBodies), spoil);
    expect(found.length).toBeGreaterThan(0);
    for (const broken of found) expectVerdict(broken, expected, false);
  });

  describe.each(recorded)('over bodies that $name took', ({ path }) => {
    describeShared('recorded', path, (file) => {
      const samples = samplesOf(acceptedBodies(file).filter(isFit));
      test.for([...neutral, ...wire])('%s', ([, { spoil, expected }]) => {
        for (const broken of verdicts(samples, spoil)) expectVerdict(broken, expected, true);
      });
    });
  });
});

/** a setting of calls without a neutral place stays where tools are taken away. */
function isFit(body: JsonObject): boolean {
  return !JSON.stringify(body).includes('streamFunctionCallArguments') && brokenRules({ rules: googleRules }, body).length === 0;
}

function samplesOf(bodies: readonly JsonObject[]): readonly Sample[] {
  return bodies.map((body) => ({ body, request: codec.decodeRequest(body).request }));
}

/** For each body that can be spoiled: the rules that the spoiled one breaks, or that the codec does not say it. */
function verdicts(samples: readonly Sample[], spoil: Spoil): readonly (readonly string[])[] {
  return samples.flatMap((sample) => {
    try {
      const spoiled = spoil(sample);
      return spoiled ? [brokenRules({ rules: googleRules }, spoiled)] : [];
    } catch (error) {
      if (isToolglotError(error) && error.code === 'unsupported') return [['unsupported']];
      throw error;
    }
  });
}

function expectVerdict(broken: readonly string[], expected: Expected, isRecorded: boolean): void {
  if ('accepted' in expected) {
    expect(broken).toEqual([]);
    return;
  }
  const isSpared = broken.length === 0 && isRecorded && expected.unless !== undefined;
  const found = expected.refused.filter((id) => broken.includes(id));
  if (!isSpared) expect(found, `broken: ${broken.join(', ') || 'none'}`).not.toEqual([]);
}

describe('the rules are total', () => {
  const judge = (body: Json) => {
    for (const rule of allRules) {
      const violation = rule.check(body);
      if (violation) expect(violation).toEqual({ path: expect.any(String), message: expect.stringMatching(/./) });
    }
  };

  test('any JSON at all is judged, never thrown at', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => judge(JSON.parse(JSON.stringify(body)))));
  });

  test('each value left out of a good body, or replaced by an awkward one, is judged', () => {
    for (const body of googleBodies) for (const value of AWKWARD) for (const spoiled of replacements(body, value)) judge(spoiled);
  });

  test('JSON that is very deep is judged', () => {
    const deep: Json = JSON.parse(`${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
    judge({ contents: [{ parts: [{ text: deep }] }], tools: [{ functionDeclarations: [{ name: 'f', parameters: deep }] }] });
    judge({ contents: deep, generationConfig: { responseSchema: { enum: [deep], type: deep, required: [deep] } } });
  });
});

const AWKWARD: readonly Json[] = [null, '', -1, [[]], [null], [{ toString: 0 }], { toString: 0 }, { length: 3 }];

/** A copy for each place in a value, with another value there. */
function replacements(value: Json, other: Json): readonly Json[] {
  if (Array.isArray(value)) {
    return [other, ...value.flatMap((item, index) => replacements(item, other).map((made) => value.with(index, made)))];
  }
  if (!isJsonObject(value)) return [other];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    replacements(item, other).map((made) => ({ ...value, [key]: made })),
  );
  return [other, ...inner];
}
