import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anthropicMessages } from '@toolglot/anthropic/codec';
import { isToolglotError, type Json, type Response, type Tool, TransportError, tool } from '@toolglot/core';
import { openaiChat } from '@toolglot/openai/codec';
import { RunError, run } from '@toolglot/runner';
import { type Answer, scriptedModel, type Turn } from '@toolglot/testing';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { root } from '../../scripts/root.ts';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { type Input, own } from './runner-input.ts';

interface Fault {
  readonly id: string;
  readonly summary: string;
  readonly input: Input;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function named(
  name: string,
  execute: () => unknown,
  more: { timeout?: number; concurrency?: 'exclusive'; needsApproval?: boolean } = {},
) {
  return tool({ name, description: 'd', execute, ...more });
}

async function failing(promise: Promise<unknown>): Promise<RunError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof RunError) return error;
  throw new Error(`expected a RunError, received ${error}`);
}

const calling = (...names: string[]): Answer => ({ calls: names.map((name) => ({ name })) });
const statuses = (record: { readonly calls: readonly { readonly outcome: { readonly status: string } }[] }) =>
  record.calls.map(({ outcome }) => outcome.status);
const resultsOf = ({ messages }: Pick<RunError['partial'], 'messages'>) =>
  messages.flatMap(({ role, content }) => (role === 'tool' ? [...content] : []));
const says = (value: unknown) => JSON.stringify(value);

const forever = () => new Promise<string>(() => {});
const stuck = named('stuck', forever);

/** A run that is aborted so many milliseconds after its tool `stuck` began, and tells what was done. */
async function abortedRun(names: readonly string[], tools: readonly Tool[], milliseconds: number) {
  const controller = new AbortController();
  const waits = named('stuck', () => {
    setTimeout(() => controller.abort(), milliseconds);
    return forever();
  });
  const model = scriptedModel([{ calls: names.map((name) => ({ name })), usage: { input: 7, output: 2 } }]);
  return failing(run({ model, tools: [...tools, waits], prompt: 'x', signal: controller.signal }));
}

const checks: Readonly<Record<string, (input: Input) => Promise<void>>> = {
  async B019() {
    const { partial } = await abortedRun(['quick', 'stuck'], [named('quick', () => 'real')], 50);
    expect(statuses(partial)).toEqual(['done', 'aborted']);
    expect(says(resultsOf(partial)[0])).toContain('real');
  },
  async B021({ tools: [name = ''], response }) {
    const search = tool({ name, description: 'd', input: z.object({ q: z.string() }), execute: ({ q }) => q });
    const result = await run({ model: scriptedModel([{ calls: response.tool_calls }, 'ok']), tools: [search], prompt: 'x' });
    const [unknown, known] = resultsOf(result);
    expect(unknown).toMatchObject({ callId: 'c1', isError: true });
    expect(says(unknown)).toMatch(/serch.*"available":\["search"\]/);
    expect(known).toMatchObject({ callId: 'c2', content: [{ type: 'text', text: 'a' }] });
  },
  async B033() {
    const validated = tool({ name: 'v', description: 'd', input: { type: 'object', required: ['a'] }, execute: () => 'ran' });
    vi.stubGlobal('eval', forbidden);
    vi.stubGlobal('Function', forbidden);
    const result = await run({ model: scriptedModel([{ calls: [{ name: 'v' }] }, 'ok']), tools: [validated], prompt: 'x' });
    vi.unstubAllGlobals();
    expect(result.calls[0]?.outcome).toMatchObject({ status: 'error', code: 'invalid-arguments' });
  },
  async B035() {
    const aborted = await abortedRun(['stuck', 'quick'], [named('quick', () => 1)], 20);
    expect(statuses(aborted.partial)).toEqual(['aborted', 'done']);
    const limited = named('stuck', forever, { timeout: 20 });
    const result = await run({ model: scriptedModel([calling('stuck'), 'ok']), tools: [limited], prompt: 'x' });
    expect(statuses(result)).toEqual(['timeout']);
  },
  async B063() {
    const model = scriptedModel(['ok']);
    await run({ model, tools: [named('f', () => 1)], prompt: 'x' });
    expect(model.requests[0]).not.toHaveProperty('parallelCalls');
  },
  async B065({ status, body }) {
    vi.useFakeTimers();
    const error = openaiChat.decodeError(status, body);
    const search = tool({ name: 'search', description: 'd', input: z.object({ q: z.string() }), execute: ({ q }) => q });
    const model = scriptedModel([error, { calls: [{ name: 'search', args: { q: 'x' } }] }, 'ok']);
    const promise = run({ model, tools: [search], prompt: 'x' });
    const bounded = failing(run({ model: scriptedModel([error, error, error]), prompt: 'x' }));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await promise).toMatchObject({ text: 'ok', calls: [{ outcome: { status: 'done', value: 'x' } }] });
    expect(says(model.requests[1]?.messages.at(-1))).toContain('<function=search=');
    expect((await bounded).cause).toMatchObject({ code: 'vendor', kind: 'tool-call' });
  },
  async B077() {
    vi.resetModules();
    const copy = await import('@toolglot/core');
    const foreign = new copy.VendorError('busy', { status: 529, kind: 'overloaded', retryAfter: 1 });
    expect(foreign instanceof TransportError).toBe(false);
    expect(copy.TransportError).not.toBe(TransportError);
    expect([isToolglotError(foreign), foreign.name, foreign.code]).toEqual([true, 'VendorError', 'vendor']);
    expect(await run({ model: scriptedModel([foreign, 'ok']), prompt: 'x' })).toMatchObject({ text: 'ok' });
  },
  async B079({ serverReplyAfterMs }) {
    const reply = () => pause(serverReplyAfterMs);
    const slow = named('slow', reply, { timeout: 200 });
    const other = named('other', reply, { timeout: 50 });
    const result = await run({ model: scriptedModel([calling('slow', 'other'), 'ok']), tools: [slow, other], prompt: 'x' });
    expect(statuses(result)).toEqual(['done', 'timeout']);
    await pause(serverReplyAfterMs);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThanOrEqual(1);
  },
  async B081({ openai }) {
    const body = {
      id: 'r',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
      usage: openai,
    };
    const { message, finish, usage } = openaiChat.decodeResponse(body);
    expect(usage).toMatchObject({ input: 100, cachedInput: 75, output: 4 });
    const neutral: Response = {
      message: { role: 'assistant', content: message.content.map((part) => part) },
      finish,
      ...(usage && { usage }),
    };
    expect(anthropicMessages.encodeResponse(neutral)).toMatchObject({ usage: { input_tokens: 25, cache_read_input_tokens: 75 } });
  },
  async B107({ tool_calls: calls }) {
    let executed = 0;
    const result = await run({ model: scriptedModel([{ calls }, 'ok']), tools: [named('bash', () => ++executed)], prompt: 'x' });
    expect([executed, statuses(result)]).toEqual([2, ['done', 'done']]);
  },
  async B109() {
    const model = scriptedModel([{ parts: [], finish: 'tool-calls' }]);
    expect(await run({ model, tools: [stuck], prompt: 'x' })).toMatchObject({ steps: 1, text: '' });
  },
  async B119() {
    vi.useFakeTimers();
    let executed = 0;
    const reset = new TransportError('ECONNRESET');
    const model = scriptedModel([calling('once'), reset, 'ok']);
    const promise = run({ model, tools: [named('once', () => ++executed)], prompt: 'x' });
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect([(await promise).text, executed]).toEqual(['ok', 1]);
    expect(model.requests[2]?.messages).toEqual(model.requests[1]?.messages);
  },
  async B145() {
    const names = ['p1', 'p2', 'SEQ', 'p3'];
    const log: string[] = [];
    const tools = names.map((name) => {
      const execute = async () => {
        log.push(`+${name}`);
        await pause(5);
        log.push(`-${name}`);
        return name;
      };
      return named(name, execute, name === 'SEQ' ? { concurrency: 'exclusive' } : {});
    });
    const result = await run({ model: scriptedModel([calling(...names), 'ok']), tools, prompt: 'x' });
    expect(log).toEqual(['+p1', '+p2', '-p1', '-p2', '+SEQ', '-SEQ', '+p3', '-p3']);
    expect(resultsOf(result).map(({ name }: { name?: Json }) => name)).toEqual(names);
  },
  async B147() {
    const empty: Turn = { parts: [] };
    const afterWork = await run({ model: scriptedModel([calling('f'), empty]), tools: [named('f', () => 1)], prompt: 'x' });
    expect(afterWork).toMatchObject({ status: 'done', text: '', steps: 2 });
    const blocked = scriptedModel([{ parts: [], finish: 'content-filter' }]);
    expect(await run({ model: blocked, prompt: 'x' })).toMatchObject({ finish: 'content-filter', steps: 1 });
    expect(blocked.requests).toHaveLength(1);
  },
  async B173() {
    const throws = named('throws', () => {
      throw new Error('no disk', { cause: 'password=1' });
    });
    const denied = named('denied', () => 1, { needsApproval: true });
    const late = named('late', () => pause(1_000), { timeout: 5 });
    const { partial } = await abortedRun(['throws', 'denied', 'late', 'stuck'], [throws, denied, late], 30);
    const results = resultsOf(partial);
    const code = /"error":"([a-z-]+)"/;
    expect(results.map((result) => code.exec(says(result))?.[1])).toEqual([
      'execution-failed',
      'needs-approval',
      'timeout',
      'aborted',
    ]);
    expect(results.every((result) => result.type === 'tool-result' && result.isError)).toBe(true);
    expect(says(results)).not.toMatch(/password|\.test\.ts/);
  },
  async B207() {
    const { partial } = await abortedRun(['stuck'], [], 10);
    expect(partial.usage).toEqual({ input: 7, output: 2 });
    const model = { ...scriptedModel([]), generate: () => new Promise<never>(() => {}) };
    const error = await failing(run({ model, prompt: 'x', signal: AbortSignal.timeout(5) }));
    expect(error.partial.usage).toBeUndefined();
  },
};

function forbidden(): never {
  throw new EvalError('code generation from strings is not allowed');
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(path))
    .map((path) => join(folder, path));
}

test('no source of core, runner and toolglot makes code of a text', () => {
  const sources = ['core', 'runner', 'toolglot'].flatMap((name) => sourcesIn(join(root, 'packages', name, 'src')));
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((path) => /\bnew Function\b|\beval\(/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test.each(Object.entries(checks))('%s holds for an input of our own', (_id, check) => check(own));

describeShared('faults that users reported, of the runner', 'faults/open.jsonl', (path) => {
  for (const { id, summary, input } of readFaults(path)) {
    const check = checks[id];
    if (check) test(`${id}: ${summary}`, () => check(input));
  }
});

// the lines are read as what they are known to hold
function readFaults(path: string): readonly Fault[] {
  return readJsonLines(path) as readonly Fault[];
}
