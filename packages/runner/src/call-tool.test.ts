import { ToolDefinitionError, tool } from '@toolglot/core';
import { expect, test } from 'vitest';
import { callTool } from './call-tool.ts';
import { fail, getWeather, hang, refund } from './fixtures/tools.ts';

test('a tool is called as a run calls it', async () => {
  expect(await callTool(getWeather, { city: '北京' })).toEqual({
    status: 'done',
    value: { city: '北京', unit: 'celsius', temp: 22 },
    toModel: '{"city":"北京","unit":"celsius","temp":22}',
  });
});

test('what goes wrong is a result with a code and the words for the model', async () => {
  const wrong: unknown = JSON.parse('{"city":5}');
  const results = [
    await callTool(getWeather, Object(wrong)),
    await callTool(getWeather, JSON.parse('[]')),
    await callTool(fail, { message: 'no disk' }),
    await callTool(hang, {}),
    await callTool(refund, { cents: 2_000 }),
    await callTool(refund, { cents: 2 }, { signal: AbortSignal.abort() }),
  ];
  const codes = ['invalid-arguments', 'invalid-json', 'execution-failed', 'timeout', 'needs-approval', 'aborted'];
  expect(results.map((result) => result.status === 'error' && result.code)).toEqual(codes);
  expect(results[2]?.toModel).toBe('{"error":"execution-failed","message":"no disk"}');
});

test('progress and context go between tool and caller', async () => {
  const updates: unknown[] = [];
  const count = tool({
    name: 'count',
    description: 'd',
    async *execute(_, { context, progress }) {
      progress('begun');
      yield context.from;
      yield context.from + 1;
    },
  });
  const result = await callTool(count, {}, { context: { from: 1 }, onProgress: (update) => updates.push(update) });
  expect(updates).toEqual(['begun', 1, 2]);
  expect(result).toEqual({ status: 'done', value: 2, toModel: '2' });
});

test('a tool that was abandoned reports to nobody', async () => {
  const updates: unknown[] = [];
  let end: Promise<unknown> = Promise.resolve();
  const late = tool({
    name: 'late',
    description: 'd',
    timeout: 5,
    execute: (_, { progress }) => {
      end = new Promise((resolve) => setTimeout(resolve, 20)).then(() => progress('too late'));
      return end;
    },
  });
  expect(await callTool(late, {}, { onProgress: (update) => updates.push(update) })).toMatchObject({ code: 'timeout' });
  await end;
  expect(updates).toEqual([]);
});

test('a tool whose time is over reports no more, not even as it is told so', async () => {
  const updates: unknown[] = [];
  const told = tool({
    name: 'told',
    description: 'd',
    timeout: 5,
    execute: (_, { signal, progress }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => progress('told'));
      }),
  });
  expect(await callTool(told, {}, { onProgress: (update) => updates.push(update) })).toMatchObject({ code: 'timeout' });
  expect(updates).toEqual([]);
});

test('parts are shown as text, and a tool that cannot be run is refused', async () => {
  const shot = tool({
    name: 'shot',
    description: 'd',
    execute: () => 1,
    toModel: () => [
      { type: 'text', text: 'look' },
      { type: 'media', mediaType: 'image/png', data: { base64: 'AA' } },
    ],
  });
  expect(await callTool(shot, {})).toMatchObject({ toModel: 'look\n[media: image/png]' });
  await expect(callTool(tool({ name: 'idle', description: 'd' }), {})).rejects.toThrow(ToolDefinitionError);
});
