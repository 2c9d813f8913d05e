import { expect, test } from 'vitest';
import { assistantMessage, mediaPart, systemMessage, toolCall, toolMessage, toolResult, userMessage } from './construct.ts';
import { isMessage, isPart, textOf, toolCallsOf, toolResultsOf } from './guards.ts';

const call = toolCall('c1', 'get_weather', { city: '北京' });

test('a text stands for one text part', () => {
  expect(userMessage('?')).toEqual({ role: 'user', content: [{ type: 'text', text: '?' }] });
  expect(systemMessage('s').content).toEqual([{ type: 'text', text: 's' }]);
  expect(toolResult(call, '22°C')).toEqual({
    type: 'tool-result',
    callId: 'c1',
    name: 'get_weather',
    content: [{ type: 'text', text: '22°C' }],
  });
});

test('what is made is a frozen copy', () => {
  const args = { city: '北京' };
  const made = toolCall('c1', 'get_weather', args);
  args.city = '上海';
  expect(made.args).toEqual({ city: '北京' });
  expect([made, userMessage('?').content, toolMessage(toolResult(call, 'x')).content[0]?.content].every(Object.isFrozen)).toBe(
    true,
  );
});

test('guards tell parts and messages apart, and gather', () => {
  const message = assistantMessage([{ type: 'text', text: 'so ' }, call, { type: 'text', text: 'be it' }]);
  expect(textOf(message)).toBe('so be it');
  expect(toolCallsOf(message)).toEqual([call]);
  expect(toolResultsOf(toolMessage(toolResult(call, 'x'), toolResult(call, 'y')))).toHaveLength(2);
  expect(message.content.map((part) => isPart('tool-call', part))).toEqual([false, true, false]);
  expect([isMessage('assistant', message), isMessage('user', message)]).toEqual([true, false]);
  expect(isPart('media', mediaPart('image/png', { base64: '' }))).toBe(true);
});
