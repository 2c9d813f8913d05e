import { readdirSync } from 'node:fs';
import { isJsonObject, type Json, type JsonObject, type Rule } from '@toolglot/core';
import { compatibleResponsesRules, openaiResponsesRules } from '@toolglot/openai/rules';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

describeShared('recorded Responses requests', 'corpus/open', (folder) => {
  const files = readdirSync(folder).filter((name) => name.endsWith('-responses.jsonl'));
  const exchanges = files.flatMap((name) => readJsonLines(`${folder}/${name}`).flatMap(exchangeOf));
  const accepted = exchanges.filter(({ status }) => status < 400);
  const own = accepted.filter(({ vendor }) => isOpenAI(vendor));

  test('there is traffic to test', () => {
    expect(Math.min(accepted.length, own.length)).toBeGreaterThan(0);
  });

  test('the rules accept what each vendor accepted', ({ annotate }) => {
    const refused = accepted.flatMap(({ id, vendor, body }) =>
      brokenRules(body, rulesFor(vendor)).map((rule) => `${id} ${rule}`),
    );
    annotate(
      `accepted by the rules: ${vendorsOf(accepted)
        .map((vendor) => rateOf(vendor, accepted))
        .join(', ')}`,
    );
    expect(refused).toEqual([]);
  });

  test('a body that was refused for what it says breaks the rule that says so', () => {
    const refused = exchanges.filter(({ status }) => status === 400);
    expect(refused.map(({ body }) => brokenRules(body, openaiResponsesRules))).toEqual([['file-type'], ['file-type']]);
    for (const { body, error } of refused) {
      const [found] = openaiResponsesRules.flatMap((rule) => rule.check(body) ?? []);
      expect(error).toMatchObject({
        param: found?.path,
        message: expect.stringContaining(`Invalid file data: '${found?.path}'.`),
      });
    }
  });
});

interface Recorded {
  readonly id: string;
  readonly vendor: string;
  readonly body: JsonObject;
  readonly status: number;
  readonly error: Json | undefined;
}

function exchangeOf(line: unknown): readonly Recorded[] {
  if (!isJsonObject(line) || !isJsonObject(line.request) || !isJsonObject(line.response)) return [];
  const { body } = line.request;
  const { status, body: answer } = line.response;
  if (!isJsonObject(body)) return [];
  const error = isJsonObject(answer) ? answer.error : undefined;
  return [{ id: String(line.id), vendor: String(line.vendor), body, status: Number(status), error }];
}

const isOpenAI = (vendor: string) => vendor === 'openai' || vendor === 'azure';

const rulesFor = (vendor: string) => (isOpenAI(vendor) ? openaiResponsesRules : compatibleResponsesRules);

const brokenRules = (body: Json, rules: readonly Rule[]) =>
  rules.filter((rule) => rule.check(body) !== undefined).map(({ id }) => id);

const vendorsOf = (some: readonly Recorded[]) => [...new Set(some.map(({ vendor }) => vendor))];

function rateOf(name: string, all: readonly Recorded[]): string {
  const theirs = all.filter(({ vendor }) => vendor === name);
  const taken = (rules: readonly Rule[]) => theirs.filter(({ body }) => brokenRules(body, rules).length === 0).length;
  return `${name} ${taken(rulesFor(name))}/${theirs.length} (by OpenAI's ${taken(openaiResponsesRules)})`;
}
