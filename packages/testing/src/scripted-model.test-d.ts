import type { Model, Request } from '@toolglot/core';
import { expectTypeOf, test } from 'vitest';
import { scriptedModel } from './index.ts';

test('a scripted model is a model with the requests it got', () => {
  const model = scriptedModel([{ calls: [{ name: 'get_weather', args: { city: '北京' } }] }, '北京 22°C']);
  expectTypeOf(model).toExtend<Model>();
  expectTypeOf(model.requests).toEqualTypeOf<readonly Request[]>();
});

test('a turn that is no turn does not compile', () => {
  // @ts-expect-error a call without a name
  scriptedModel([{ calls: [{ args: {} }] }]);
  // @ts-expect-error arguments that are not JSON
  scriptedModel([{ calls: [{ name: 'a', args: { at: new Date() } }] }]);
  // @ts-expect-error parts beside text
  scriptedModel([{ parts: [], text: 'a' }]);
  // @ts-expect-error a finish that is none
  scriptedModel([{ text: 'a', finish: 'end' }]);
  // @ts-expect-error a result, which no model gives
  scriptedModel([{ parts: [{ type: 'tool-result', callId: 'a', name: 'a', content: [] }] }]);
});
