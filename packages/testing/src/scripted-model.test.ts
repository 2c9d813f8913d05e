import { extendProfile, type Request, TransportError } from '@toolglot/core';
import { expect, test } from 'vitest';
import { scriptedModel } from './index.ts';
import { scriptedProfile } from './scripted-profile.ts';

const ask = (text: string): Request => ({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] });

test('a string is a text answer that stops', async () => {
  const { message, finish } = await scriptedModel(['22°C']).generate(ask('北京?'));
  expect(message).toEqual({ role: 'assistant', content: [{ type: 'text', text: '22°C' }], finish: 'stop' });
  expect(finish).toEqual({ reason: 'stop' });
});

test('reasoning, text and calls come in this order, and calls decide the finish', async () => {
  const model = scriptedModel([{ calls: [{ name: 'a', args: { n: 1 } }, { name: 'b' }], text: 't', reasoning: 'r' }]);
  const { message, finish } = await model.generate(ask('x'));
  expect(message.content).toEqual([
    { type: 'reasoning', text: 'r' },
    { type: 'text', text: 't' },
    { type: 'tool-call', id: 'call_1', name: 'a', args: { n: 1 } },
    { type: 'tool-call', id: 'call_2', name: 'b', args: {} },
  ]);
  expect(finish.reason).toBe('tool-calls');
});

test('made ids are free in the conversation and beside the ids that are given', async () => {
  const before = await scriptedModel([{ calls: [{ name: 'a' }] }]).generate(ask('x'));
  const model = scriptedModel([{ calls: [{ name: 'a' }, { name: 'b', id: 'call_2' }, { name: 'c' }] }]);
  const { message } = await model.generate({ messages: [...ask('x').messages, before.message] });
  expect(message.content.map((part) => part.type === 'tool-call' && part.id)).toEqual(['call_3', 'call_2', 'call_4']);
});

test("arguments given as a string are the model's own text, and a fault where that is not an object", async () => {
  const texts = ['{"n":1}', '{"n":', '[1]'];
  const { message } = await scriptedModel([{ calls: texts.map((args) => ({ name: 'a', args })) }]).generate(ask('x'));
  expect(message.content).toMatchObject([
    { args: { n: 1 }, argsText: '{"n":1}' },
    { args: {}, argsText: '{"n":', fault: { code: 'invalid-json' } },
    { args: {}, argsText: '[1]', fault: { code: 'not-an-object' } },
  ]);
  expect(message.content[0]).not.toHaveProperty('fault');
});

test('parts, finish and usage are given as they are', async () => {
  const model = scriptedModel([
    { parts: [{ type: 'refusal', text: 'no' }], usage: { input: 3 } },
    { text: 'cut', finish: 'length' },
  ]);
  const refused = await model.generate(ask('x'));
  expect(refused).toMatchObject({ message: { content: [{ type: 'refusal', text: 'no' }] }, finish: { reason: 'refusal' } });
  expect(refused.usage).toEqual({ input: 3 });
  const cut = await model.generate(ask('x'));
  expect(cut.finish).toEqual({ reason: 'length' });
  expect(cut).not.toHaveProperty('usage');
});

test('a function of the request gives any answer, at once or later', async () => {
  const model = scriptedModel([
    ({ messages }) => `${messages.length}`,
    async () => ({ calls: [{ name: 'a' }] }),
    () => new Error('late'),
  ]);
  expect((await model.generate(ask('x'))).message.content).toEqual([{ type: 'text', text: '1' }]);
  expect((await model.generate(ask('x'))).finish.reason).toBe('tool-calls');
  await expect(model.generate(ask('x'))).rejects.toThrow('late');
});

test('an error is thrown as it is', async () => {
  const error = new TransportError('no line');
  await expect(scriptedModel([error]).generate(ask('x'))).rejects.toBe(error);
});

test('a turn too many says which turn and what was asked, at once and at the end', async () => {
  const model = scriptedModel(['a']);
  await model.generate(ask('x'));
  await expect(model.generate(ask('北京?'))).rejects.toThrow(
    /turn 2 was asked for, the script has 1.*1 messages, the last from user: "北京\?"/,
  );
  expect(model.done).toThrow(/turn 2 was asked for/);
});

test('unused turns are named at the end', async () => {
  const model = scriptedModel(['a', 'b', 'c']);
  await model.generate(ask('x'));
  expect(model.done).toThrow(/turn 2 of 3 was not used\n.*turn 3 of 3 was not used/);
  await model.generate(ask('x'));
  await model.generate(ask('x'));
  expect(model.done).not.toThrow();
});

test('requests are copied and frozen as they were received', async () => {
  const model = scriptedModel(['a']);
  const content = [{ type: 'text' as const, text: 'x' }];
  await model.generate({ messages: [{ role: 'user', content }] });
  content.push({ type: 'text', text: 'later' });
  expect(model.requests).toEqual([ask('x')]);
  expect(Object.isFrozen(model.requests[0]?.messages[0]?.content)).toBe(true);
});

test('an aborted signal ends a call before its turn is used, and while its turn is awaited', async () => {
  const model = scriptedModel([() => new Promise<string>(() => {}), 'next']);
  await expect(model.generate(ask('x'), { signal: AbortSignal.abort('early') })).rejects.toBe('early');
  expect(model.requests).toEqual([]);
  const control = new AbortController();
  const waiting = model.generate(ask('x'), { signal: control.signal });
  control.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  expect((await model.generate(ask('x'))).message.content).toEqual([{ type: 'text', text: 'next' }]);
});

test('parallel requests get their turns in the order of their arrival', async () => {
  const model = scriptedModel([async () => new Promise<string>((resolve) => setTimeout(() => resolve('slow'), 20)), 'quick']);
  const answers = await Promise.all([model.generate(ask('1')), model.generate(ask('2'))]);
  expect(answers.map(({ message }) => message.content[0])).toMatchObject([{ text: 'slow' }, { text: 'quick' }]);
});

test('encode shows the request and sends nothing', () => {
  const model = scriptedModel([], { profile: extendProfile(scriptedProfile, { name: 'scripted:other' }) });
  expect(model.encode(ask('x'))).toEqual({ method: 'POST', path: '/', headers: {}, body: ask('x'), losses: [] });
  expect(model.requests).toEqual([]);
  expect(model.profile.name).toBe('scripted:other');
});
