import { defined, isJsonObject, type Json, type JsonObject, type OutputFormat, UnsupportedError } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import { CODEC, objectIn } from './fields.ts';
import type { Members, WireJsonSchema, WireOutputConfig } from './wire.ts';

/** `textFormat` of `outputConfig`; the schema is JSON text. Throws `UnsupportedError` for JSON without a schema. */
export function encodeOutput(output: OutputFormat | undefined): WireOutputConfig {
  if (output === undefined) return {};
  if (output === 'json') throw new UnsupportedError('JSON without a schema', CODEC, 'give a schema of the output');
  const { schema, name, description } = output;
  const more = defined({ name, description } satisfies Members<WireJsonSchema>);
  const jsonSchema = { schema: JSON.stringify(schema), ...more };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

/** Nothing where it is not a format by schema. */
export function decodeOutput(format: Json | undefined): OutputFormat | undefined {
  const { schema, name, description } = objectIn(readObject(format).structure, 'jsonSchema') ?? {};
  const read = parse(readText(schema) ?? '');
  return read && { schema: read, ...defined({ name: readText(name), description: readText(description) }) };
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
