import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Response } from '../ir/response.ts';
import { isSealed, sealPart } from '../ir/seal.ts';
import type { ToolSpec } from '../ir/tool.ts';
import { fitName } from './fit-names.ts';
import { target } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const rule = { pattern: '^[a-zA-Z_][a-zA-Z0-9_-]*$', max: 20 };
const profile = target({ limits: { name: rule } });
const tool = (name: string): ToolSpec => ({ type: 'function', name, description: 'd' });
const answer = (...names: string[]): Response => ({
  message: { role: 'assistant', content: names.map((name, i) => ({ type: 'tool-call', id: `n${i}`, name, args: {} })) },
  finish: { reason: 'tool-calls' },
});
const namesIn = ({ message }: Response) => message.content.map((part) => part.type === 'tool-call' && part.name);

test('every name becomes legal, legal names stay, and different names stay different', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ minLength: 1 }), (a, b) => {
      expect(fitName(a, rule)).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,19}$/);
      expect(fitName(fitName(a, rule), rule)).toBe(fitName(a, rule));
      if (a !== b) expect(fitName(a, rule)).not.toBe(fitName(b, rule));
    }),
  );
});

test('a long name is cut with a digest of the whole, so that names with one beginning stay apart', () => {
  const long = 'list_all_the_open_orders';
  expect(fitName(`${long}_a`, rule)).toMatch(/^list_all_th_[0-9a-z]{8}$/);
  expect(fitName(`${long}_a`, rule)).not.toBe(fitName(`${long}_b`, rule));
});

test('a renamed tool is renamed in tools, choice, history and results, told in its description, and a note', () => {
  const { request, losses } = lower(
    {
      tools: [tool('weather.get'), tool('now')],
      toolChoice: { tool: 'weather.get' },
      messages: [
        {
          role: 'assistant',
          content: [sealPart({ type: 'tool-call', id: 'a', name: 'weather.get', args: {}, argsText: '{ }' })],
        },
        { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: 'weather.get', content: [] }] },
      ],
    },
    profile,
  );
  const name = fitName('weather.get', rule);
  expect(request.tools).toMatchObject([
    { name, description: expect.stringContaining("'weather.get'") },
    { name: 'now', description: 'd' },
  ]);
  expect(request.toolChoice).toEqual({ tool: name });
  expect(request.messages).toMatchObject([{ content: [{ name, argsText: '{ }' }] }, { content: [{ name }] }]);
  expect(request.messages[0]?.content.every(isSealed)).toBe(true);
  expect(losses).toMatchObject([{ code: 'tool-name', path: 'tools[0].name', effect: 'renamed', severity: 'note' }]);
});

test('the answer gets the own names back, however the model wrote them', () => {
  const { raise } = lower({ tools: [tool('weather.get'), tool('now')], messages: [] }, profile);
  const wire = fitName('weather.get', rule);
  const written = [
    wire,
    'weather.get',
    'weather_get',
    `functions.${wire}`,
    'default_api.weather.get',
    'functions.now',
    'default_api:now',
  ];
  expect(namesIn(raise(answer(...written)))).toEqual([...Array(5).fill('weather.get'), 'now', 'now']);
});

test('a name that could be two tools, or none, stays as the model wrote it', () => {
  const { raise } = lower({ tools: [tool('a.b'), tool('a:b')], messages: [] }, profile);
  expect(namesIn(raise(answer('a_b', 'nowhere', 'functions.nowhere')))).toEqual(['a_b', 'nowhere', 'functions.nowhere']);
});

test('a tool that is called what another is sanitised to keeps its name', () => {
  const { raise } = lower({ tools: [tool('a.b'), tool('a_b')], messages: [] }, profile);
  expect(namesIn(raise(answer('a_b', fitName('a.b', rule))))).toEqual(['a_b', 'a.b']);
});
