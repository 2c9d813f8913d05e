import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { readFilled } from '@toolglot/core/kit';
import { lengthProblem } from '../names.ts';
import { firstIn, rule, typeName } from '../rule.ts';
import { ITEM_FIELDS } from './fields.ts';
import { itemRule, itemsOf, type PlacedItem, typeProblem, wordProblem } from './item.ts';

/** What each item must be, whatever it says. */
export const itemRules: readonly Rule[] = [
  itemRule('item-type', 'invalid_value', itemType),
  itemRule('item-field', 'unknown_parameter', itemField),
  itemRule('item-required', 'missing_required_parameter', itemRequired),
  itemRule('item-texts', 'invalid_type', itemTexts),
  itemRule('item-id', 'invalid_value', itemId),
  itemRule('item-id-length', 'string_above_max_length', ({ item, path }) => lengthProblem(item.id, `${path}.id`, MAX_ID)),
  rule('duplicate-item', undefined, duplicateItem),
  rule('trigger-last', 'invalid_value', triggerLast),
];

const MAX_ID = 64;

function itemType({ item, type, path }: PlacedItem): Violation | undefined {
  return ITEM_FIELDS.has(type) ? undefined : wordProblem(item.type, `${path}.type`, ITEM_FIELDS.keys());
}

function itemField({ item, type, path }: PlacedItem): Violation | undefined {
  const fields = type === 'configuration_update' ? undefined : ITEM_FIELDS.get(type);
  const unknown = fields && Object.keys(item).find((key) => !fields.has(key));
  return unknown === undefined ? undefined : { path: `${path}.${unknown}`, message: `Unknown parameter: '${path}.${unknown}'.` };
}

/** what the server asks for; other fields that the types want were left out in traffic, and taken. */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([
  ['reasoning', ['summary']],
  ['function_call', ['call_id', 'name', 'arguments']],
  ['function_call_output', ['call_id', 'output']],
  ['custom_tool_call', ['call_id', 'name', 'input']],
  ['custom_tool_call_output', ['call_id', 'output']],
  ['program', ['fingerprint']],
  ['mcp_approval_response', ['approval_request_id', 'approve']],
  ['item_reference', ['id']],
]);

function itemRequired({ item, type, path }: PlacedItem): Violation | undefined {
  const missing = REQUIRED.get(type)?.find((field) => item[field] === undefined);
  return missing === undefined
    ? undefined
    : { path: `${path}.${missing}`, message: `Missing required parameter: '${path}.${missing}'.` };
}

const TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['function_call', ['call_id', 'name', 'arguments']],
  ['function_call_output', ['call_id']],
  ['custom_tool_call', ['call_id', 'name', 'input']],
  ['custom_tool_call_output', ['call_id']],
]);

function itemTexts({ item, type, path }: PlacedItem): Violation | undefined {
  const wrong = TEXTS.get(type)?.find((field) => item[field] !== undefined && typeof item[field] !== 'string');
  return wrong === undefined ? undefined : typeProblem(`${path}.${wrong}`, 'a string', typeName(item[wrong]));
}

/** how the ids of items begin that are known to be checked. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
]);

function itemId({ item, type, path }: PlacedItem): Violation | undefined {
  const prefix = PREFIXES.get(type);
  const id = readFilled(item.id);
  if (prefix === undefined || id === undefined || id.startsWith(prefix)) return undefined;
  return { path: `${path}.id`, message: `Invalid '${path}.id': '${id}'. Expected an ID that begins with '${prefix}'.` };
}

function duplicateItem(body: JsonObject): Violation | undefined {
  const items = itemsOf(body);
  const ids = items.map(({ item }) => readFilled(item.id));
  return firstIn(ids, (id, index) =>
    id === undefined || ids.indexOf(id) === index
      ? undefined
      : { path: 'input', message: `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.` },
  );
}

function triggerLast(body: JsonObject): Violation | undefined {
  const early = itemsOf(body)
    .slice(0, -1)
    .find(({ type }) => type === 'compaction_trigger');
  return early && { path: early.path, message: "An item of type 'compaction_trigger' must be the last item of the input." };
}
