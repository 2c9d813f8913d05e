import type { JsonObject } from '@toolglot/core';
import { expectTypeOf, test } from 'vitest';
import type {
  Members,
  WireAnswer,
  WireBlock,
  WireBody,
  WireDocument,
  WireReasoning,
  WireResultBlock,
  WireTool,
  WireToolChoice,
  WireToolResult,
  WireToolSpec,
  WireToolUse,
} from './wire.ts';

test('a wire body is plain JSON, with bytes as base64', () => {
  expectTypeOf<WireBody>().toExtend<JsonObject>();
  expectTypeOf<WireBlock>().toExtend<JsonObject>();
  expectTypeOf<WireAnswer>().toExtend<JsonObject>();
  ({ format: 'pdf', name: 'a', source: { bytes: 'JVBERi0=' } }) satisfies WireDocument;
  // @ts-expect-error bytes are the client's, not the wire's
  ({ format: 'pdf', name: 'a', source: { bytes: new Uint8Array() } }) satisfies WireDocument;
});

test('a wrong wire body does not compile', () => {
  // @ts-expect-error the model is in the path
  ({ modelId: 'm', messages: [] }) satisfies WireBody;
  // @ts-expect-error a block of a kind that the vendor does not have
  ({ smell: 'tar' }) satisfies WireBlock;
  // @ts-expect-error a block is of one kind
  ({ text: 'a', cachePoint: { type: 'default' } }) satisfies WireBlock;
  // @ts-expect-error a call has an input
  ({ toolUseId: 'a', name: 'f' }) satisfies WireToolUse;
  // @ts-expect-error a result names its call by `toolUseId`
  ({ tool_use_id: 'a', content: [] }) satisfies WireToolResult;
  // @ts-expect-error a status that the vendor does not have
  ({ toolUseId: 'a', content: [], status: 'failed' }) satisfies WireToolResult;
  // @ts-expect-error results hold no calls
  ({ toolUse: { toolUseId: 'a', name: 'f', input: {} } }) satisfies WireResultBlock;
  // @ts-expect-error reasoning is shown or redacted
  ({ text: 'a' }) satisfies WireReasoning;
  // @ts-expect-error there is no word for no call
  ({ none: {} }) satisfies WireToolChoice;
  // @ts-expect-error a tool with its schema not under `json`
  ({ toolSpec: { name: 'f', inputSchema: { type: 'object' } } }) satisfies WireTool;
  // @ts-expect-error tools are in `toolConfig`
  ({ messages: [], tools: [] }) satisfies WireBody;
  // @ts-expect-error an answer has a stop reason
  ({ output: { message: { role: 'assistant', content: [] } } }) satisfies WireAnswer;
});

test('members of a wire body that may be missing are not misspelt', () => {
  ({ strict: undefined, description: 'a' }) satisfies Members<WireToolSpec>;
  // @ts-expect-error a field that the tool does not have
  ({ stricT: true }) satisfies Members<WireToolSpec>;
  // @ts-expect-error a value of another type
  ({ strict: 'yes' }) satisfies Members<WireToolSpec>;
  // @ts-expect-error a field that the body does not have
  ({ toolChoice: undefined }) satisfies Members<WireBody>;
});
