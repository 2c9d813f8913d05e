import { defined, isJsonObject, type OutputFormat } from '@toolglot/core';
import { readBoolean, readObject, readText } from '@toolglot/core/kit';
import type { Draft, WireOutput, WireSchema } from './wire.ts';

/** What the answer shall be. A schema must have a name: `output` where it has none. */
export function encodeOutput(output: OutputFormat): WireOutput {
  if (output === 'json') return { type: 'json_object' };
  const { schema, name = 'output', description, strict } = output;
  const made = defined({ name, schema, description, strict } satisfies Draft<WireSchema>);
  return { type: 'json_schema', json_schema: made };
}

/** The inverse; nothing for plain text and for formats that are not known. */
export function decodeOutput(wire: unknown): OutputFormat | undefined {
  const { type, json_schema } = readObject(wire);
  if (type === 'json_object') return 'json';
  const { schema, name, description, strict } = readObject(json_schema);
  if (!isJsonObject(schema)) return undefined;
  return { schema, ...defined({ name: readText(name), description: readText(description), strict: readBoolean(strict) }) };
}
