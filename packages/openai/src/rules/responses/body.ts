import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { lengthProblem } from '../names.ts';
import { rule, typeName } from '../rule.ts';
import { BODY_FIELDS } from './fields.ts';
import { goesOn, itemsOf, TEXT_OR_LIST, typeProblem } from './item.ts';

/** What a body's own fields must be. */
export const bodyRules: readonly Rule[] = [
  rule('unknown-field', 'unknown_parameter', unknownField),
  rule('no-input', 'missing_required_parameter', noInput),
  rule('input-type', 'invalid_type', inputType),
  rule('input-length', 'string_above_max_length', inputLength),
  rule('instructions-type', 'invalid_type', instructionsType),
  rule('two-histories', 'mutually_exclusive_parameters', twoHistories),
  rule('json-unsaid', undefined, jsonUnsaid),
];

const isSaid = (value: unknown) => value !== undefined && value !== null;

function unknownField(body: JsonObject): Violation | undefined {
  const path = Object.keys(body).find((name) => !BODY_FIELDS.has(name));
  return path === undefined ? undefined : { path, message: `Unknown parameter: '${path}'.` };
}

/** instructions are no input. */
function noInput(body: JsonObject): Violation | undefined {
  const { input, prompt } = body;
  const isEmpty = !isSaid(input) || (Array.isArray(input) && input.length === 0);
  if (!isEmpty || isSaid(prompt) || goesOn(body)) return undefined;
  return { path: 'input', message: "One of 'input', 'previous_response_id', 'conversation' or 'prompt' must be provided." };
}

function inputType({ input }: JsonObject): Violation | undefined {
  if (!isSaid(input) || typeof input === 'string') return undefined;
  if (!Array.isArray(input)) return typeProblem('input', TEXT_OR_LIST, typeName(input));
  const index = readList(input).findIndex((item) => typeof item !== 'object' || item === null || Array.isArray(item));
  return index === -1 ? undefined : typeProblem(`input[${index}]`, 'an object', typeName(input[index]));
}

const MAX_TEXT = 10_485_760;

/** an input, or an output, that is one text. */
function inputLength(body: JsonObject): Violation | undefined {
  const outputs = itemsOf(body).map(({ item, path }) => [item.output, `${path}.output`] as const);
  const [text, path] = [[body.input, 'input'] as const, ...outputs].find(isLong) ?? [];
  return path === undefined ? undefined : lengthProblem(text, path, MAX_TEXT);
}

/** units of UTF-16 are no fewer than characters, and are counted at once. */
const isLong = ([text]: readonly [unknown, string]) => (readText(text)?.length ?? 0) > MAX_TEXT;

function instructionsType({ instructions }: JsonObject): Violation | undefined {
  if (!isSaid(instructions) || typeof instructions === 'string') return undefined;
  return typeProblem('instructions', 'a string', typeName(instructions));
}

function twoHistories({ previous_response_id, conversation }: JsonObject): Violation | undefined {
  if (!isSaid(previous_response_id) || !isSaid(conversation)) return undefined;
  const message = "Mutually exclusive parameters: provide only one of 'previous_response_id' and 'conversation'.";
  return { path: 'previous_response_id', message };
}

/** what was said before may lie on the server. */
function jsonUnsaid(body: JsonObject): Violation | undefined {
  if (readObject(readObject(body.text).format).type !== 'json_object' || goesOn(body)) return undefined;
  if (textsOf(body).some((text) => /json/i.test(text))) return undefined;
  const message = "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.";
  return { path: 'input', message };
}

function textsOf(body: JsonObject): readonly string[] {
  const contents = itemsOf(body).flatMap(({ item: { content } }) =>
    typeof content === 'string' ? [content] : readList(content).flatMap((part) => readText(readObject(part).text) ?? []),
  );
  return [readText(body.input) ?? '', ...contents];
}
