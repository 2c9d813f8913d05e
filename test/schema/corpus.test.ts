import { readdirSync, readFileSync } from 'node:fs';
import {
  compileSchema,
  type Dialect,
  dialects,
  isJsonObject,
  type Json,
  type JsonObject,
  ToolDefinitionError,
} from '@toolglot/core';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { instancesOf } from './instances.ts';
import { validatorOf } from './validator.ts';

interface Entry {
  readonly id: string;
  readonly schema: JsonObject;
}

// a validator is compiled for each schema and each of its lowered forms, which takes 30 ms
const STRIDE = 12;
const loose: readonly Dialect[] = Object.values(dialects);

describeShared('real tool definitions', 'corpus/tools-open.jsonl', (path) => {
  const entries = readJsonLines(path).map(asEntry);
  checkAll(entries, 1);
});

describeShared('tool lists of MCP servers', 'mcp/tools', (folder) => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const lists = files.map((name): unknown => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
  const tools = lists.flatMap((list) => (isJsonObject(list) && Array.isArray(list.tools) ? list.tools : [])).filter(isJsonObject);
  checkAll(
    tools.map((tool) => ({ id: String(tool.name), schema: isJsonObject(tool.inputSchema) ? tool.inputSchema : {} })),
    0,
  );
});

function checkAll(entries: readonly Entry[], invalid: number): void {
  test.each(loose)('$name compiles each, but for what is not JSON Schema', (dialect) => {
    const failed = entries.filter(({ schema }) => errorOf(() => compileSchema(schema, dialect)) !== undefined);
    const errors = failed.map(({ schema }) => errorOf(() => compileSchema(schema, dialect)));
    expect(errors.every((error) => error instanceof ToolDefinitionError)).toBe(true);
    expect(failed.length).toBe(invalid);
  });

  const valid = entries.filter(({ schema }) => errorOf(() => compileSchema(schema, dialects['openai-loose'])) === undefined);

  test.each(loose)('$name gives JSON, twice the same, and leaves the source alone', (dialect) => {
    for (const { schema } of valid) {
      const before = JSON.stringify(schema);
      const first = compileSchema(schema, dialect);
      const again = compileSchema(structuredClone(schema), dialect);
      expect(JSON.parse(JSON.stringify(first.schema))).toEqual(first.schema);
      expect([again.schema, again.losses]).toEqual([first.schema, first.losses]);
      expect(JSON.stringify(schema)).toBe(before);
    }
  });

  test.each(loose)('$name has a root that the vendor takes', (dialect) => {
    for (const { schema } of valid) {
      const root = compileSchema(schema, dialect).schema;
      expect(root.type).toBe('object');
      expect(isJsonObject(root.properties)).toBe(true);
      expect(Object.keys(root).filter((keyword) => dialect.rootRefuses.includes(keyword))).toEqual([]);
    }
  });

  test.each(loose)('$name takes each value that the source takes, and gives it back equal', (dialect) => {
    const sample = valid.filter((_entry, index) => index % STRIDE === 0);
    const counted = sample.map(({ id, schema }) => checkSound(id, schema, dialect));
    const total = counted.reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(sample.length * 2);
  });
}

/** How many values were tried. */
function checkSound(id: string, schema: JsonObject, dialect: Dialect): number {
  const source = validator(schema);
  if (source === undefined) return 0;
  const compiled = compileSchema(schema, dialect);
  const lowered = validator(compiled.schema);
  const values = instancesOf(schema, 6).filter((value) => source(value));
  for (const value of values) {
    const expressed = compiled.express(value);
    expect([id, value, lowered?.(expressed)]).toEqual([id, value, true]);
    expect(compiled.restore(expressed)).toEqual(value);
  }
  return values.length;
}

// schemas in the spelling of OpenAPI are read, but no validator knows them
function validator(schema: JsonObject): ReturnType<typeof validatorOf> | undefined {
  try {
    return validatorOf(schema);
  } catch {
    return undefined;
  }
}

function errorOf(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

function asEntry(line: unknown): Entry {
  const { id, schema }: Readonly<Record<string, Json>> = isJsonObject(line) ? line : {};
  return { id: String(id), schema: isJsonObject(schema) ? schema : {} };
}
