import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import type { Expected } from './expectations.ts';
import type { WireMutator } from './wire-mutators.ts';

type Picks = (item: JsonObject, before: JsonObject | undefined) => boolean;
type Changes = (item: JsonObject) => readonly Json[];

const itemsOf = ({ input }: JsonObject): readonly JsonObject[] => (Array.isArray(input) ? input.filter(isJsonObject) : []);

/** Replaces the last item that is picked. */
const changeItem = (picks: Picks, change: Changes) => (body: JsonObject) => {
  const items = itemsOf(body);
  const index = items.findLastIndex((item, at) => picks(item, items[at - 1]));
  const item = items[index];
  return item && { ...body, input: [...items.slice(0, index), ...change(item), ...items.slice(index + 1)] };
};

const isItem = (type: string) => (item: JsonObject) => item.type === type;

const isRole = (role: string) => (item: JsonObject) => item.role === role;

/** without what lies on the server, the body tells all. */
const isWhole = ({ previous_response_id }: JsonObject) => previous_response_id === undefined;

const set = (changes: JsonObject) => (body: JsonObject) => ({ ...body, ...changes });

const refused = (...rules: readonly string[]): Expected => ({ refused: rules });

type Row = readonly [Expected, WireMutator['apply']];

/** the product of reasoning is the item behind it. */
const isProduct: Picks = (item, before) => before?.type === 'reasoning' && typeof before.id === 'string' && 'id' in item;

const chatTool = (tool: Json): JsonObject => ({ type: 'function', function: tool });

const rows: Readonly<Record<string, Row>> = {
  'unknown-field': [refused('unknown-field'), set({ frobnicate: true })],
  'messages-of-chat': [refused('unknown-field'), set({ messages: [] })],
  'no-input': [refused('no-input'), (body) => (isWhole(body) ? { ...body, input: [] } : undefined)],
  'two-histories': [refused('two-histories'), set({ previous_response_id: 'resp_1', conversation: 'conv_1' })],
  'unknown-item': [refused('item-type'), changeItem(isRole('user'), () => [{ type: 'telepathy' }])],
  'unknown-role': [refused('unknown-role'), changeItem(isRole('user'), (item) => [{ ...item, role: 'operator' }])],
  'text-of-chat': [
    refused('part-type'),
    changeItem(isRole('user'), (item) => [{ ...item, content: [{ type: 'text', text: 'x' }] }]),
  ],
  'unknown-field-of-an-item': [refused('item-field'), changeItem(isRole('user'), (item) => [{ ...item, smell: 'tar' }])],
  'content-of-an-object': [refused('content-type'), changeItem(isRole('user'), (item) => [{ ...item, content: { text: 'x' } }])],
  'output-of-an-object': [
    refused('output-type'),
    changeItem(isItem('function_call_output'), (item) => [{ ...item, output: { ok: true } }]),
  ],
  'output-without-call-id': [
    refused('item-required'),
    changeItem(isItem('function_call_output'), ({ call_id, ...item }) => [item]),
  ],
  'output-named-by-the-id-of-the-item': [
    refused('orphan-output'),
    (body) =>
      isWhole(body) ? changeItem(isItem('function_call_output'), (item) => [{ ...item, call_id: 'fc_9' }])(body) : undefined,
  ],
  'call-left-out': [
    refused('orphan-output'),
    (body) => (isWhole(body) ? changeItem(isItem('function_call'), () => [])(body) : undefined),
  ],
  'arguments-of-an-object': [refused('item-texts'), changeItem(isItem('function_call'), (item) => [{ ...item, arguments: {} }])],
  'call-id-as-the-id-of-the-item': [
    refused('item-id'),
    changeItem(isItem('function_call'), (item) => [{ ...item, id: 'call_abc' }]),
  ],
  'reasoning-without-summary': [refused('item-required'), changeItem(isItem('reasoning'), ({ summary, ...item }) => [item])],
  'reasoning-without-its-product': [refused('reasoning-alone'), changeItem(isProduct, () => [{ role: 'user', content: 'x' }])],
  'product-of-reasoning-without-its-id': [refused('reasoning-alone'), changeItem(isProduct, ({ id, ...item }) => [item])],
  'reasoning-that-is-not-stored': [
    refused('not-stored'),
    (body) =>
      changeItem(isItem('reasoning'), ({ encrypted_content, ...item }) => [{ ...item, id: 'rs_9' }])({ ...body, store: false }),
  ],
  'tools-of-chat': [
    refused('tool-name'),
    ({ tools, ...body }) => (Array.isArray(tools) && tools.length > 0 ? { ...body, tools: tools.map(chatTool) } : undefined),
  ],
  'choice-without-tools': [
    refused('unknown-choice'),
    ({ tools, ...body }) =>
      itemsOf(body).some(isItem('additional_tools'))
        ? undefined
        : { ...body, tool_choice: { type: 'function', name: 'get_weather' } },
  ],
};

/** Ways to spoil a Responses body that the neutral form cannot say. */
export const responsesMutators: readonly WireMutator[] = Object.entries(rows).map(([id, [, apply]]) => ({ id, apply }));

/** What OpenAI does with each of them. */
export const responsesExpectations: Readonly<Record<string, Expected>> = Object.fromEntries(
  Object.entries(rows).map(([id, [expected]]) => [id, expected]),
);
