import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { tool } from './tool.ts';
import type { AnySchema } from './tool-schema.ts';
import { toolSpec } from './tool-spec.ts';

const withInput = (input: AnySchema) => tool({ name: 't', description: 'd', input });

/** A schema as the first versions of Zod 4 make it: without a converter of its own. */
function early(schema: z.ZodObject): AnySchema {
  const { jsonSchema: _none, ...standard } = schema['~standard'];
  return Object.create(schema, { '~standard': { value: standard } });
}

afterEach(() => {
  vi.doUnmock('zod-to-json-schema');
});

test('Zod 4 without a converter of its own is read by its core', async () => {
  const { input } = await toolSpec(withInput(early(z.object({ n: z.string().transform(Number), k: z.boolean().default(true) }))));
  expect(input).toMatchObject({ properties: { n: { type: 'string' }, k: { default: true } }, required: ['n'] });
  await expect(toolSpec(withInput(early(z.object({ day: z.date() }))))).rejects.toThrow(
    "tool 't', input.properties.day: Date cannot be represented",
  );
});

test('a converter that is not installed is named with the command that installs it, and is looked for again', async () => {
  vi.doMock('zod-to-json-schema', () => {
    throw new Error('not found');
  });
  const schema = z3.object({ a: z3.string() });
  await expect(toolSpec(withInput(schema))).rejects.toThrow(
    'the converter of Zod 3 is not installed: npm install zod-to-json-schema',
  );
  vi.doUnmock('zod-to-json-schema');
  expect((await toolSpec(withInput(schema))).input).toMatchObject({ properties: { a: { type: 'string' } }, required: ['a'] });
});
