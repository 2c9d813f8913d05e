import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeTool } from './describe-tool.ts';
import { target } from './lower/lower.fixtures.ts';
import { tool } from './tool/tool.ts';

test('a tool is described as the model will see it, with what is lost at its place in the tool', () => {
  const weigh = tool({
    name: 'things.weigh',
    description: 'Weighs.',
    input: z.object({ 'weight (kg)': z.number() }),
    execute: () => 1,
  });
  const seen = describeTool(weigh, target({ schema: { dialect: 'anthropic-loose' } }));
  expect(seen.name).toMatch(/^things_weigh_[0-9a-z]{8}$/);
  expect(seen.description).toContain('Weighs.');
  expect(Object.keys(Object(seen.schema?.properties))[0]).toMatch(/^[a-zA-Z0-9_.-]+$/);
  expect(seen.losses.map(({ path }) => path)).toEqual([expect.stringMatching(/^input\.properties/), 'name']);
});

test('a tool without input has no schema', () => {
  expect(describeTool(tool({ name: 'now', description: 'The time.', execute: () => 1 }), target())).toEqual({
    name: 'now',
    description: 'The time.',
    losses: [],
  });
});
