import type { JsonObject } from '@toolglot/core';
import { expectTypeOf, test } from 'vitest';
import type {
  Members,
  WireAnswer,
  WireBlock,
  WireBody,
  WireDelta,
  WireError,
  WireFunctionTool,
  WireHostedCall,
  WireHostedResult,
  WireMcpCall,
  WireStreamEvent,
  WireToolChoice,
  WireToolResult,
} from './wire.ts';

test('a wire body is plain JSON', () => {
  expectTypeOf<WireBody>().toExtend<JsonObject>();
  expectTypeOf<WireBlock>().toExtend<JsonObject>();
  expectTypeOf<WireAnswer>().toExtend<JsonObject>();
});

test('a wrong wire body does not compile', () => {
  // @ts-expect-error a block of a kind that the vendor does not have
  ({ type: 'smell', smell: 'tar' }) satisfies WireBlock;
  // @ts-expect-error a field that the block does not have
  ({ type: 'text', text: 'a', txt: 'b' }) satisfies WireBlock;
  // @ts-expect-error a result names its call by `tool_use_id`
  ({ type: 'tool_result', call_id: 'a' }) satisfies WireToolResult;
  // @ts-expect-error results hold no calls
  ({ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_use' }] }) satisfies WireToolResult;
  // @ts-expect-error the switch for parallel calls is not on `none`
  ({ type: 'none', disable_parallel_tool_use: true }) satisfies WireToolChoice;
  // @ts-expect-error `max_tokens` is wanted
  ({ messages: [] }) satisfies WireBody;
  // @ts-expect-error a tool without a schema
  ({ max_tokens: 1, messages: [], tools: [{ name: 'f' }] }) satisfies WireBody;
  // @ts-expect-error an answer has a stop reason
  ({ type: 'message', role: 'assistant', content: [] }) satisfies WireAnswer;
});

test('members of a wire body that may be missing are not misspelt', () => {
  ({ strict: undefined, defer_loading: true }) satisfies Members<WireFunctionTool>;
  // @ts-expect-error a field that the tool does not have
  ({ deferLoading: true }) satisfies Members<WireFunctionTool>;
  // @ts-expect-error a value of another type
  ({ strict: 'yes' }) satisfies Members<WireFunctionTool>;
  // @ts-expect-error a field that the body does not have
  ({ toolChoice: undefined }) satisfies Members<WireBody>;
  // @ts-expect-error a field that the choice does not have
  ({ type: 'auto', parallel: true }) satisfies Members<WireToolChoice>;
});

test('a wrong block of a hosted tool, or a wrong error, does not compile', () => {
  ({ type: 'server_tool_use', id: 'a', name: 'a tool of next year', input: {} }) satisfies WireHostedCall;
  // @ts-expect-error the type is the block's, not the tool's
  ({ type: 'web_search', id: 'a', name: 'web_search', input: {} }) satisfies WireHostedCall;
  // @ts-expect-error a call has an input
  ({ type: 'mcp_tool_use', id: 'a', name: 'f', args: {} }) satisfies WireMcpCall;
  // @ts-expect-error a result names its call by `tool_use_id`
  ({ type: 'web_search_tool_result', id: 'a', content: [] }) satisfies WireHostedResult;
  // @ts-expect-error an error has a message
  ({ type: 'api_error', msg: 'no' }) satisfies WireError;
});

test('a wrong event of a stream does not compile', () => {
  ({ type: 'content_block_stop', index: 0 }) satisfies WireStreamEvent;
  // @ts-expect-error a block has an index
  ({ type: 'content_block_stop' }) satisfies WireStreamEvent;
  // @ts-expect-error an event that the vendor does not send
  ({ type: 'message_done' }) satisfies WireStreamEvent;
  // @ts-expect-error a piece of a call is `partial_json`
  ({ type: 'input_json_delta', text: '{' }) satisfies WireDelta;
});
