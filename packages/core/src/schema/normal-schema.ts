import { copyAndFreeze } from '../json/freeze.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Dialect } from './dialect.ts';
import { lowerSource } from './lower-source.ts';

const everything: Dialect = {
  name: 'draft 2020-12',
  strict: false,
  keywords: 'any',
  formats: 'any',
  rootRefuses: [],
  rewrites: [],
};

/** The same schema in draft 2020-12 with local references, for validators. Throws a `ToolDefinitionError` for what is not JSON Schema. */
export function normalSchema(source: JsonObject, tool = ''): JsonObject {
  const { lowered } = lowerSource(source, everything, tool);
  return isJsonObject(lowered) ? copyAndFreeze(lowered) : {};
}
