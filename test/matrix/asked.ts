import type { JsonObject, Message, ToolResult } from '@toolglot/core';
import { question, type Row, type Sent, sends, type Unsupported } from './matrix.ts';

/** the call that the results answer. */
const asks: Message = { role: 'assistant', content: [{ type: 'tool-call', id: 'call_1', name: 'f', args: {} }] };

/** A result of the call, and what goes out for question, call and result. */
export const results = (title: string, result: Pick<ToolResult, 'content' | 'isError'>, row: Row<Sent | Unsupported>): void =>
  sends(
    title,
    {
      tools: [{ type: 'function', name: 'f' }],
      messages: [question, asks, { role: 'tool', content: [{ type: 'tool-result', callId: 'call_1', name: 'f', ...result }] }],
    },
    row,
  );

/** Question and call in Chat Completions. */
export const chat: readonly JsonObject[] = [
  { role: 'user', content: '?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
];

/** Question and call in Responses. */
export const responses: readonly JsonObject[] = [
  { role: 'user', content: '?' },
  { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
];

/** Question and call in Messages. */
export const messages: readonly JsonObject[] = [
  { role: 'user', content: [{ type: 'text', text: '?' }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'f', input: {} }] },
];

/** Question and call in Gemini: a call that was not signed is said to be none of its own. */
export const contents: readonly JsonObject[] = [
  { role: 'user', parts: [{ text: '?' }] },
  {
    role: 'model',
    parts: [{ functionCall: { id: 'call_1', name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' }],
  },
];

/** Question and call in Converse. */
export const converse: readonly JsonObject[] = [
  { role: 'user', content: [{ text: '?' }] },
  { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'f', input: {} } }] },
];
