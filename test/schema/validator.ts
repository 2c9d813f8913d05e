import type { JsonObject } from '@toolglot/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A schema as another library reads it, draft 2020-12; its name for a draft is not looked at. Throws for what that library does not take. */
export function validatorOf(schema: JsonObject): ValidateFunction {
  const { $schema: _draft, ...plain } = schema;
  // one instance a schema: references to the root need it
  return new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    ownProperties: true,
    logger: false,
  }).compile(plain);
}
