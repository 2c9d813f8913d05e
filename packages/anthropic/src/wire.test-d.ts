import type { JsonObject } from '@toolglot/core';
import { expectTypeOf, test } from 'vitest';
import type { WireAnswer, WireBlock, WireBody, WireToolChoice, WireToolResult } from './wire.ts';

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
