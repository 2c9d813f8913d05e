import type { Json } from '@toolglot/core';
import { expectTypeOf, test } from 'vitest';
import type {
  Members,
  WireAnswer,
  WireBody,
  WireCall,
  WireCalling,
  WireDeclaration,
  WireErrorBody,
  WireGeneration,
  WirePart,
  WireResult,
  WireTool,
} from './wire.ts';

test('a wire body is plain JSON', () => {
  expectTypeOf<Required<WireBody>>().toExtend<Json>();
  expectTypeOf<WireErrorBody>().toExtend<object>();
});

test('a wrong wire body does not compile', () => {
  ({ contents: [{ role: 'user', parts: [{ text: 'a' }] }] }) satisfies WireBody;
  // @ts-expect-error contents are wanted
  ({ tools: [] }) satisfies WireBody;
  // @ts-expect-error the names are in camelCase
  ({ contents: [], generation_config: {} }) satisfies WireBody;
  // @ts-expect-error a field that the part does not have
  ({ text: 'a', signature: 'S' }) satisfies WirePart;
  // @ts-expect-error a result is an object
  ({ name: 'f', response: 'ok' }) satisfies WireResult;
  // @ts-expect-error a result names no call by `callId`
  ({ name: 'f', callId: 'a', response: {} }) satisfies WireResult;
  // @ts-expect-error arguments are an object, not their text
  ({ name: 'f', args: '{}' }) satisfies WireCall;
  // @ts-expect-error a mode that the vendor does not have
  ({ mode: 'REQUIRED' }) satisfies WireCalling;
  // @ts-expect-error a schema of the OpenAPI dialect has types in capitals
  ({ name: 'f', parameters: { type: 'object' } }) satisfies WireDeclaration;
  // @ts-expect-error a tool of a kind that the vendor does not have
  ({ googleTelepathy: {} }) satisfies WireTool;
  // @ts-expect-error a level that the vendor does not have
  ({ thinkingConfig: { thinkingLevel: 'MAX' } }) satisfies WireGeneration;
  // @ts-expect-error a reason that the vendor does not have
  ({ candidates: [{ finishReason: 'TOOL_CALLS' }] }) satisfies WireAnswer;
  // @ts-expect-error an error has a status
  ({ error: { code: 400, message: 'no' } }) satisfies WireErrorBody;
});

test('members of a wire body that may be missing are not misspelt', () => {
  ({ id: undefined, name: 'f' }) satisfies Members<WireCall>;
  // @ts-expect-error a field that the call does not have
  ({ arguments: {} }) satisfies Members<WireCall>;
  // @ts-expect-error a field that the body does not have
  ({ toolChoice: undefined }) satisfies Members<WireBody>;
});
