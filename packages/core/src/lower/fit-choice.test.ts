import { expect, test } from 'vitest';
import { UnsupportedError } from '../errors/unsupported-error.ts';
import type { Request, ToolChoice } from '../ir/request.ts';
import type { Response } from '../ir/response.ts';
import type { ToolSpec } from '../ir/tool.ts';
import type { ProfileChanges } from '../profile.ts';
import { calls, results, target } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const tools: readonly ToolSpec[] = ['a', 'b', 'c'].map((name) => ({ type: 'function', name }));
const fitted = (request: Partial<Request>, changes: ProfileChanges = {}) => {
  const { request: lowered, losses } = lower({ messages: [], tools, ...request }, target(changes));
  return {
    tools: lowered.tools?.map((tool) => tool.type !== 'hosted' && tool.name),
    choice: lowered.toolChoice,
    losses: losses.map(({ severity, code, path }) => `${severity} ${code} ${path}`),
  };
};
const all = ['a', 'b', 'c'];

test('a choice that the target has goes through', () => {
  for (const choice of ['auto', 'none', 'required', { tool: 'b' }, { tools: ['a'], mode: 'auto' }] satisfies ToolChoice[])
    expect(fitted({ toolChoice: choice })).toEqual({ tools: all, choice, losses: [] });
});

test('without tools, what speaks of them goes', () => {
  expect(lower({ messages: [], tools: [], toolChoice: 'auto', parallelCalls: false }, target()).request).toEqual({
    messages: [],
  });
  expect(lower({ messages: [], toolChoice: 'required' }, target()).losses).toMatchObject([
    { code: 'choice-without-tools', severity: 'degraded' },
  ]);
});

test('tools of earlier calls are declared, and not to be called, where the target wants them declared', () => {
  const messages = [calls('a'), results('a')];
  const { request, losses } = lower({ messages }, target({ turns: { declared: true } }));
  expect(request).toMatchObject({ tools: [{ type: 'function', name: 'get_weather' }], toolChoice: 'none' });
  expect(losses).toMatchObject([{ code: 'called-tools', effect: 'synthesised', severity: 'note' }]);
  expect(lower({ messages }, target()).request.tools).toBeUndefined();
  expect(lower({ messages: [] }, target({ turns: { declared: true } })).request.tools).toBeUndefined();
});

test('a choice that the target refuses becomes free, and that is a loss', () => {
  const losses = ['degraded tool-choice toolChoice'];
  expect(fitted({ toolChoice: 'required' }, { choice: { required: 'refuse' } })).toEqual({ tools: all, choice: 'auto', losses });
  expect(fitted({ toolChoice: { tool: 'b' } }, { choice: { named: 'refuse' } })).toEqual({ tools: all, choice: 'auto', losses });
});

test('a named tool, a subset and none are emulated by what is offered', () => {
  const left = ['note tool-choice tools'];
  expect(fitted({ toolChoice: { tool: 'b' } }, { choice: { named: 'emulate' } })).toEqual({
    tools: ['b'],
    choice: 'required',
    losses: left,
  });
  expect(fitted({ toolChoice: { tools: ['a', 'c'], mode: 'auto' } }, { choice: { subset: 'emulate' } })).toEqual({
    tools: ['a', 'c'],
    choice: 'auto',
    losses: left,
  });
  expect(fitted({ toolChoice: 'none' }, { choice: { none: 'emulate' } })).toEqual({
    tools: undefined,
    choice: undefined,
    losses: ['degraded tool-choice tools'],
  });
});

test('a model that reasons and cannot be forced meanwhile chooses freely', () => {
  const reasoning = { settings: { reasoning: { effort: 'high' } } } as const;
  const changes: ProfileChanges = { choice: { whenReasoning: 'auto' } };
  expect(fitted({ toolChoice: 'required', ...reasoning }, changes).choice).toBe('auto');
  expect(fitted({ toolChoice: 'none', ...reasoning }, changes).choice).toBe('none');
  expect(fitted({ toolChoice: 'required', settings: { reasoning: { effort: 'off' } } }, changes).choice).toBe('required');
});

test('the parallel switch goes where there is none, with a note unless it changes nothing', () => {
  expect(fitted({ parallelCalls: false }, { parallel: 'fixed' }).losses).toEqual(['note parallel-calls parallelCalls']);
  expect(fitted({ parallelCalls: true }, { parallel: 'fixed' }).losses).toEqual([]);
});

test('a tool that is not there, or too many tools, is an error before anything is sent', () => {
  expect(() => fitted({ toolChoice: { tool: 'd' } })).toThrow(UnsupportedError);
  expect(() => fitted({ toolChoice: { tool: 'd' } })).toThrow("toolChoice 'd': no such tool; declared are a, b, c");
  expect(() => fitted({}, { limits: { tools: 2 } })).toThrow('3 tools in one request: at most 2 are taken');
});

test('settings that the target refuses go with a loss, those beyond its limits are brought within them', () => {
  const { request, losses } = lower(
    {
      messages: [],
      settings: { temperature: 1, maxTokens: 9_000, streamUsage: true, reasoning: { effort: 'minimal', budget: 10 } },
    },
    target({
      settings: { allow: ['maxTokens', 'reasoning'], default: { maxTokens: 100 } },
      limits: { maxOutput: 8_000 },
      reasoning: { efforts: ['low', 'high'] },
    }),
  );
  expect(request.settings).toEqual({ maxTokens: 8_000, reasoning: { effort: 'low', budget: 10 } });
  expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'setting settings.temperature',
    'max-tokens settings.maxTokens',
    'reasoning-effort settings.reasoning.effort',
  ]);
});

test('who shows no more than a summary of its reasoning is asked for that', () => {
  const shown = (visible: 'full' | 'summary', forms?: readonly ('none' | 'summary')[]) => {
    const profile = target({ reasoning: { ...(forms && { visible: forms }) } });
    const { request, losses } = lower({ messages: [], settings: { reasoning: { effort: 'high', visible } } }, profile);
    expect(lower(request, profile)).toMatchObject({ request, losses: [] });
    return [request.settings?.reasoning?.visible, ...losses.map(({ code, severity }) => `${severity} ${code}`)];
  };
  expect(shown('full', ['none', 'summary'])).toEqual(['summary', 'degraded reasoning-visible']);
  expect(shown('full', ['none'])).toEqual([undefined, 'degraded reasoning-visible']);
  expect(shown('summary', ['none', 'summary'])).toEqual(['summary']);
  expect(shown('full')).toEqual(['full']);
});

test('of a group of settings the target takes what it names', () => {
  const profile = target({ settings: { allow: ['reasoning.effort'] } });
  const { request, losses } = lower({ messages: [], settings: { reasoning: { effort: 'high', budget: 10 } } }, profile);
  expect(request.settings).toEqual({ reasoning: { effort: 'high' } });
  expect(losses.map(({ path }) => path)).toEqual(['settings.reasoning.budget']);
  expect(lower({ messages: [], settings: { reasoning: { budget: 10 } } }, profile).request).toEqual({ messages: [] });
});

test('a setting that the target demands is added, and one that is given stays', () => {
  const profile = target({ settings: { default: { maxTokens: 100 } } });
  expect(lower({ messages: [] }, profile).request.settings).toEqual({ maxTokens: 100 });
  expect(lower({ messages: [], settings: { maxTokens: 7 } }, profile).request.settings).toEqual({ maxTokens: 7 });
});

const wrapped = (name: string, ...recipients: string[]): Response => ({
  message: {
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        id: 'w',
        name,
        args: { tool_uses: recipients.map((to, i) => ({ recipient_name: to, parameters: { i } })) },
      },
    ],
  },
  finish: { reason: 'tool-calls' },
});
const callsOf = ({ message }: Response) =>
  message.content.map((part) => part.type === 'tool-call' && `${part.id} ${part.name} ${JSON.stringify(part.args)}`);

test('an undeclared wrapper of declared calls is taken off', () => {
  const { raise } = lower({ messages: [], tools }, target());
  for (const name of ['parallel', 'multi_tool_use.parallel'])
    expect(callsOf(raise(wrapped(name, 'functions.a', 'b', 'functions.a')))).toEqual([
      'w_0 a {"i":0}',
      'w_1 b {"i":1}',
      'w_2 a {"i":2}',
    ]);
});

test('a wrapper with an undeclared call in it, or a declared tool of that name, stays', () => {
  expect(
    lower({ messages: [], tools }, target()).raise(wrapped('parallel', 'functions.a', 'functions.x')).message.content,
  ).toHaveLength(1);
  const own: ToolSpec = { type: 'function', name: 'parallel' };
  expect(
    lower({ messages: [], tools: [...tools, own] }, target()).raise(wrapped('parallel', 'a', 'b')).message.content,
  ).toHaveLength(1);
});
