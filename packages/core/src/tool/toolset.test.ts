import { describe, expect, test } from 'vitest';
import { approved } from './approved.ts';
import { combined } from './combined.ts';
import type { ExecuteContext } from './execute-context.ts';
import { filtered } from './filtered.ts';
import { prefixed } from './prefixed.ts';
import { renamed } from './renamed.ts';
import { type Tool, tool } from './tool.ts';
import { isToolset, type Toolset } from './toolset.ts';

const read = tool({ name: 'read', description: 'Read.', annotations: { readOnly: true }, execute: () => 'text' });
const write = tool({ name: 'write', description: 'Write.', needsApproval: (_args, { callId }) => callId === 'own' });
const context: ExecuteContext<unknown> = {
  signal: new AbortController().signal,
  callId: 'c',
  idempotencyKey: 'k',
  attempt: 1,
  messages: [],
  context: undefined,
  progress: () => {},
};

function source(tools: readonly Tool[] = [read, write]) {
  const listeners = new Set<() => void>();
  const state = { closed: 0, change: () => listeners.forEach((listener) => void listener()) };
  const set: Toolset = {
    tools: () => tools,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => void state.closed++,
  };
  return { set, state };
}

const names = async (set: Toolset) => (await set.tools()).map(({ name }) => name);
const asks = async (set: Toolset, name: string, callId = 'c') => {
  const ask = (await set.tools()).find((it) => it.name === name)?.needsApproval;
  return typeof ask === 'function' ? ask({}, { ...context, callId }) : (ask ?? false);
};

const wrappers: Readonly<Record<string, (set: Toolset) => Toolset>> = {
  prefixed: (set) => prefixed(set, 'fs__'),
  filtered: (set) => filtered(set, 'r*'),
  renamed: (set) => renamed(set, { read: 'cat' }),
  approved: (set) => approved(set, true),
  combined: (set) => combined(set),
};

describe.each(Object.entries(wrappers))('%s', (_name, wrap) => {
  test('passes changes and closing through', async () => {
    const { set, state } = source();
    const wrapped = wrap(set);
    let changes = 0;
    const stop = wrapped.onChange?.(() => changes++);
    state.change();
    stop?.();
    state.change();
    await wrapped.close?.();
    expect([changes, state.closed]).toEqual([1, 1]);
  });

  test('stands over a set that has neither, and gives the same tool objects each time', async () => {
    const wrapped = wrap({ tools: () => [read] });
    wrapped.onChange?.(() => {})();
    await wrapped.close?.();
    const [first] = await wrapped.tools();
    const [again] = await wrapped.tools();
    expect(first).toBe(again);
    expect(isToolset(wrapped)).toBe(true);
  });
});

describe('the wrappers', () => {
  test('prefix, filter by pattern or predicate, and rename', async () => {
    const { set } = source();
    expect(await names(prefixed(set, 'fs__'))).toEqual(['fs__read', 'fs__write']);
    expect(await names(filtered(prefixed(set, 'fs__'), ['*__read', 'x']))).toEqual(['fs__read']);
    expect(await names(filtered(set, (it) => it.annotations?.readOnly !== true))).toEqual(['write']);
    expect(await names(renamed(set, { read: 'cat' }))).toEqual(['cat', 'write']);
    expect(await names(renamed(set, (name) => name.toUpperCase()))).toEqual(['READ', 'WRITE']);
    expect(await names(renamed({ tools: () => [tool({ name: 'constructor', description: '' })] }, {}))).toEqual(['constructor']);
  });

  test('a renamed tool still runs', async () => {
    const [first] = await prefixed({ tools: () => [read] }, 'a__').tools();
    expect(await first?.execute?.({}, context)).toBe('text');
  });

  test('approved asks by its rule, and a tool that asks by itself still does', async () => {
    const { set } = source();
    const careful = approved(set, (it) => it.annotations?.readOnly !== true && it.name !== 'write');
    expect(await asks(careful, 'read')).toBe(false);
    expect(await asks(careful, 'write')).toBe(false);
    expect(await asks(careful, 'write', 'own')).toBe(true);
    expect(await asks(approved(set, true), 'read')).toBe(true);
    expect(await asks(approved(set, false), 'write', 'own')).toBe(true);
  });

  test('combined keeps the order given, and names both owners of a name', async () => {
    const { set } = source();
    const own = tool({ name: 'own', description: '' });
    expect(await names(combined(own, set))).toEqual(['own', 'read', 'write']);
    await expect(combined(set, own, read).tools()).rejects.toThrow("tool 'read', name: given twice, by toolset 1 and by tool 3");
  });

  test('combined closes every set, also after one that fails', async () => {
    const { set, state } = source();
    const failing: Toolset = { tools: () => [], close: () => Promise.reject(new Error('no')) };
    await expect(combined(failing, set).close?.()).rejects.toThrow('did not close');
    expect(state.closed).toBe(1);
  });
});
