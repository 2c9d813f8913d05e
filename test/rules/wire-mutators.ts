import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { responsesMutators } from './responses-mutators.ts';
import type { VendorName } from './vendors.ts';

/** A way to spoil a body that the neutral form cannot say, with the rule that refuses it. */
export interface WireMutator {
  readonly id: string;
  /** a spoiled copy, or `undefined` where there is nothing to spoil. */
  apply(body: JsonObject): JsonObject | undefined;
}

const text = { type: 'text', text: 'x' };
const set = (changes: JsonObject) => (body: JsonObject) => ({ ...body, ...changes });

const chat: readonly WireMutator[] = [
  { id: 'empty-tools', apply: ({ tool_choice, parallel_tool_calls, ...body }) => ({ ...body, tools: [] }) },
  { id: 'choice-without-tools', apply: ({ tools, ...body }) => ({ ...body, tool_choice: 'required' }) },
  { id: 'parallel-without-tools', apply: ({ tools, tool_choice, ...body }) => ({ ...body, parallel_tool_calls: false }) },
  { id: 'unknown-field', apply: set({ frobnicate: true }) },
  { id: 'unknown-role', apply: (body) => changeMessage(body, isRole('user'), (message) => [{ ...message, role: 'operator' }]) },
  { id: 'unknown-part', apply: (body) => changeMessage(body, isRole('user'), withContent([{ type: 'smell', smell: 'tar' }])) },
  {
    id: 'unknown-field-of-a-part',
    apply: (body) => changeMessage(body, isRole('user'), withContent([{ ...text, smell: 'tar' }])),
  },
  { id: 'empty-content', apply: (body) => changeMessage(body, isRole('user'), withContent([])) },
  { id: 'content-of-an-object', apply: (body) => changeMessage(body, isRole('user'), withContent({ text: 'x' })) },
  { id: 'empty-calls', apply: (body) => changeMessage(body, isSaying, (message) => [{ ...message, tool_calls: [] }]) },
  { id: 'content-null-without-calls', apply: (body) => changeMessage(body, isSaying, withContent(null)) },
  {
    id: 'image-in-a-result',
    apply: (body) => changeMessage(body, isRole('tool'), withContent([{ type: 'image_url', image_url: { url: 'data:,' } }])),
  },
  { id: 'result-without-id', apply: (body) => changeMessage(body, isRole('tool'), ({ tool_call_id, ...message }) => [message]) },
  { id: 'arguments-of-an-object', apply: (body) => changeMessage(body, isCalling, withArguments) },
];

const messages: readonly WireMutator[] = [
  { id: 'unknown-field', apply: set({ frobnicate: true }) },
  { id: 'choice-without-tools', apply: ({ tools, ...body }) => ({ ...body, tool_choice: { type: 'any' } }) },
  { id: 'no-max-tokens', apply: ({ max_tokens, ...body }) => body },
  { id: 'unknown-role', apply: (body) => changeMessage(body, isRole('user'), (message) => [{ ...message, role: 'operator' }]) },
  { id: 'input-of-a-text', apply: (body) => changeMessage(body, hasBlock('tool_use'), withInput('{}')) },
  { id: 'text-before-results-in-one-message', apply: (body) => changeMessage(body, hasBlock('tool_result'), textFirst) },
  { id: 'results-in-two-messages', apply: (body) => changeMessage(body, hasBlock('tool_result', 2), splitResults) },
  { id: 'image-in-an-error', apply: (body) => changeMessage(body, hasBlock('tool_result'), imageInError) },
  {
    id: 'five-cache-marks',
    apply: (body) => changeMessage(body, isRole('user'), withContent(Array.from({ length: 5 }, cached))),
  },
  {
    id: 'result-in-an-assistant',
    apply: (body) => changeMessage(body, hasBlock('tool_result'), (message) => [{ ...message, role: 'assistant' }]),
  },
];

/** Ways to spoil a wire body, by format. */
export const wireMutators: Readonly<Record<VendorName, readonly WireMutator[]>> = {
  'openai-chat': chat,
  'openai-responses': responsesMutators,
  'anthropic-messages': messages,
};

type Picks = (message: JsonObject) => boolean;
type Changes = (message: JsonObject) => readonly Json[];

/** Replaces the last message that is picked. */
function changeMessage(body: JsonObject, picks: Picks, change: Changes): JsonObject | undefined {
  const all: readonly Json[] = Array.isArray(body.messages) ? body.messages : [];
  const index = all.findLastIndex((message) => isJsonObject(message) && picks(message));
  const message = all[index];
  return isJsonObject(message) ? { ...body, messages: all.toSpliced(index, 1, ...change(message)) } : undefined;
}

function isRole(role: string): Picks {
  return (message) => message.role === role;
}

function isCalling(message: JsonObject): boolean {
  return Array.isArray(message.tool_calls) && isJsonObject(message.tool_calls[0]) && isJsonObject(message.tool_calls[0].function);
}

function isSaying(message: JsonObject): boolean {
  return message.role === 'assistant' && !isCalling(message) && typeof message.content === 'string';
}

function hasBlock(type: string, times = 1): Picks {
  return (message) => blocksOf(message).filter((block) => isJsonObject(block) && block.type === type).length >= times;
}

function blocksOf({ content }: JsonObject): readonly Json[] {
  return Array.isArray(content) ? content : [];
}

function withContent(content: Json): Changes {
  return (message) => [{ ...message, content }];
}

function withArguments(message: JsonObject): readonly Json[] {
  const calls: readonly Json[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return [
    {
      ...message,
      tool_calls: calls.map((call) => (isJsonObject(call) ? { ...call, function: { name: 'x', arguments: {} } } : call)),
    },
  ];
}

function withInput(input: Json): Changes {
  return (message) => [{ ...message, content: changeBlocks(message, 'tool_use', (block) => ({ ...block, input })) }];
}

function textFirst(message: JsonObject): readonly Json[] {
  return [{ ...message, content: [{ type: 'text', text: 'first' }, ...blocksOf(message)] }];
}

function splitResults(message: JsonObject): readonly Json[] {
  const blocks = blocksOf(message);
  return [
    { ...message, content: blocks.slice(0, 1) },
    { ...message, content: blocks.slice(1) },
  ];
}

function imageInError(message: JsonObject): readonly Json[] {
  const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
  return [
    { ...message, content: changeBlocks(message, 'tool_result', (block) => ({ ...block, is_error: true, content: [image] })) },
  ];
}

function changeBlocks(message: JsonObject, type: string, change: (block: JsonObject) => Json): readonly Json[] {
  return blocksOf(message).map((block) => (isJsonObject(block) && block.type === type ? change(block) : block));
}

function cached(): Json {
  return { ...text, cache_control: { type: 'ephemeral' } };
}
