import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import { tool } from './tool.ts';

const define: (definition: object) => unknown = (definition) => Reflect.apply(tool, undefined, [definition]);

describe('tool', () => {
  test('is an immutable copy of its definition', () => {
    const definition = { name: 'a', description: 'b', execute: () => 1 };
    const made = tool(definition);
    expect(made).toEqual(definition);
    expect(made).not.toBe(definition);
    expect(Object.isFrozen(made)).toBe(true);
  });

  test.each<[string, object, string]>([
    ['no name', { description: 'd' }, "tool '', name: expected a name, a string that is not empty; received undefined"],
    ['an empty name', { name: '', description: 'd' }, 'name: expected a name'],
    ['no description', { name: 'a' }, "tool 'a', description: expected a text for the model; received undefined"],
    ['a list of fields as input', { name: 'a', description: 'd', input: [] }, 'input: expected a schema'],
    ['no function', { name: 'a', description: 'd', execute: 'run' }, 'execute: expected a function; received "run"'],
    ['no time', { name: 'a', description: 'd', timeout: 0 }, 'timeout: expected milliseconds'],
    ['a negative count', { name: 'a', description: 'd', retries: -1 }, 'retries: expected a number of attempts'],
    [
      'calls that never start',
      { name: 'a', description: 'd', concurrency: 0 },
      "expected a number of calls, 1 or more, or 'exclusive'; received 0",
    ],
    ['a word that means nothing', { name: 'a', description: 'd', concurrency: 'one' }, 'concurrency: expected a number of calls'],
    [
      'a question that is none',
      { name: 'a', description: 'd', needsApproval: 'yes' },
      'needsApproval: expected true, false or a function',
    ],
    ['examples of another kind', { name: 'a', description: 'd', examples: {} }, 'examples: expected a list'],
  ])('refuses %s', (_name, definition, message) => {
    expect(() => define(definition)).toThrow(ToolDefinitionError);
    expect(() => define(definition)).toThrow(message);
  });

  test('refuses an example that the schema does not take, where that shows at once', () => {
    const input = z.object({ n: z.number() });
    expect(() => define({ name: 'a', description: 'd', input, examples: [{ n: 1 }, { n: 'x' }] })).toThrow(
      "tool 'a', examples[1].n: ",
    );
    const slow = z.object({ n: z.number().refine(async () => false) });
    expect(() => define({ name: 'a', description: 'd', input: slow, examples: [{ n: 1 }] })).not.toThrow();
  });
});
