import { isJsonObject, type JsonObject, type Rule } from '@toolglot/core';
import { gemini2Rules, gemini3Rules, gemini3StudioRules, googleRules, vertexRules } from '@toolglot/google/rules';
import { describe, expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

interface Accepted {
  readonly id: string;
  readonly model: string;
  readonly body: JsonObject;
}

/** By recording: the rules of the place, and those of the newer models there. */
const places = {
  google: { rules: googleRules, gemini3: gemini3StudioRules },
  vertex: { rules: vertexRules, gemini3: gemini3Rules },
} as const;

describe.each(Object.entries(places))('requests that %s took', (name, { rules, gemini3 }) => {
  describeShared('whole and streamed', `corpus/open/${name}-generateContent.jsonl`, (path) => {
    const accepted = acceptedIn(path);

    test('break no rule', ({ annotate }) => {
      const refused = accepted.flatMap(({ id, body }) => violations(rules, body).map((found) => `${id} ${found}`));
      annotate(`${name}: ${accepted.length - refused.length} of ${accepted.length} recorded bodies are taken`);
      expect(accepted.length).toBeGreaterThan(0);
      expect(refused).toEqual([]);
    });

    test('break none of their model', ({ annotate }) => {
      const refused = accepted.flatMap(({ id, model, body }) => {
        const extra = model.includes('gemini-3') ? gemini3 : model.includes('gemini-2') ? gemini2Rules : [];
        return violations(extra, body).map((found) => `${id} ${model} ${found}`);
      });
      annotate(`${name}: ${refused.length} of ${accepted.length} recorded bodies break a rule of their model`);
      expect(refused).toEqual([]);
    });
  });
});

function violations(rules: readonly Rule[], body: JsonObject): readonly string[] {
  return rules.flatMap((rule) => {
    const found = rule.check(body);
    return found ? [`${rule.id} ${found.path}: ${found.message}`] : [];
  });
}

function acceptedIn(path: string): readonly Accepted[] {
  return readJsonLines(path).flatMap((line) => {
    if (!isJsonObject(line) || !isJsonObject(line.request) || !isJsonObject(line.response)) return [];
    const { body } = line.request;
    if (!isJsonObject(body) || Number(line.response.status) >= 400) return [];
    return [{ id: String(line.id), model: String(line.model), body }];
  });
}
