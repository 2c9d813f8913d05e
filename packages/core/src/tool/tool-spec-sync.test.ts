import * as v from 'valibot';
import { expect, test } from 'vitest';
import { tool } from './tool.ts';
import { toolSpec, toolSpecSync } from './tool-spec.ts';

test('a converter that is not loaded yet is an error that names the way, until it is', async () => {
  const t = tool({ name: 't', description: 'd', input: v.object({ a: v.string() }) });
  expect(() => toolSpecSync(t)).toThrow(
    "tool 't', input: the converter of Valibot is not loaded yet; await toolSpec(tool) once before",
  );
  await toolSpec(t);
  expect(toolSpecSync(tool({ name: 'u', description: 'd', input: v.object({ b: v.string() }) })).input).toMatchObject({
    required: ['b'],
  });
});
