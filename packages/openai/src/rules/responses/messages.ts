import type { Rule, Violation } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { typeName } from '../rule.ts';
import { PART_FIELDS } from './fields.ts';
import {
  firstPart,
  isOutput,
  itemRule,
  type PlacedItem,
  type PlacedPart,
  TEXT_OR_LIST,
  typeProblem,
  wordProblem,
} from './item.ts';

/** What messages, and the parts of messages and outputs, must be. */
export const messageRules: readonly Rule[] = [
  itemRule('unknown-role', 'invalid_value', unknownRole),
  itemRule('content-type', 'invalid_type', contentType),
  itemRule('output-type', 'invalid_type', outputType),
  itemRule('part-type', 'invalid_value', partType),
  itemRule('part-field', 'unknown_parameter', (placed) => firstOf(placed, partField)),
  itemRule('file-type', 'invalid_value', (placed) => firstOf(placed, fileType)),
];

const INPUT = ['input_text', 'input_image', 'input_file'];

/** the parts that each role may say. */
const ROLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['user', INPUT],
  ['system', INPUT],
  ['developer', INPUT],
  ['assistant', ['output_text', 'refusal']],
]);

const roleOf = ({ item }: PlacedItem) => readText(item.role) ?? '';

function unknownRole(placed: PlacedItem): Violation | undefined {
  if (placed.type !== 'message' || ROLES.has(roleOf(placed))) return undefined;
  return wordProblem(placed.item.role, `${placed.path}.role`, ROLES.keys());
}

const isTextOrList = (value: unknown) => typeof value === 'string' || Array.isArray(value);

function contentType({ item: { content }, type, path }: PlacedItem): Violation | undefined {
  if (type !== 'message' || isTextOrList(content)) return undefined;
  return typeProblem(`${path}.content`, TEXT_OR_LIST, typeName(content));
}

function outputType(placed: PlacedItem): Violation | undefined {
  const { output } = placed.item;
  if (!isOutput(placed) || output === undefined || isTextOrList(output)) return undefined;
  return typeProblem(`${placed.path}.output`, TEXT_OR_LIST, typeName(output));
}

function firstOf(placed: PlacedItem, check: (part: PlacedPart) => Violation | undefined): Violation | undefined {
  const { item, type, path } = placed;
  if (isOutput(placed)) return firstPart(item.output, `${path}.output`, check);
  return type === 'message' ? firstPart(item.content, `${path}.content`, check) : undefined;
}

function partType(placed: PlacedItem): Violation | undefined {
  const allowed = isOutput(placed) ? INPUT : (ROLES.get(roleOf(placed)) ?? [...PART_FIELDS.keys()]);
  return firstOf(placed, ({ part, type, path }) =>
    allowed.includes(type) ? undefined : wordProblem(part.type, `${path}.type`, allowed),
  );
}

function partField({ part, type, path }: PlacedPart): Violation | undefined {
  const fields = PART_FIELDS.get(type);
  const unknown = fields && Object.keys(part).find((key) => !fields.has(key));
  return unknown === undefined ? undefined : { path: `${path}.${unknown}`, message: `Unknown parameter: '${path}.${unknown}'.` };
}

const MEDIA_TYPE = /^data:(audio\/[^;,]+)/;

/** sound is no file, whatever model is asked. */
function fileType({ part: { file_data }, type, path }: PlacedPart): Violation | undefined {
  const mediaType = MEDIA_TYPE.exec(readText(file_data) ?? '')?.[1];
  if (type !== 'input_file' || mediaType === undefined) return undefined;
  const expected = 'Expected a base64-encoded data URL with a valid file MIME type';
  return {
    path: `${path}.file_data`,
    message: `Invalid file data: '${path}.file_data'. ${expected}, but got unsupported MIME type '${mediaType}'.`,
  };
}
