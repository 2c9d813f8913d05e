import type { OutputUnit, Validator } from '@cfworker/json-schema';
import type { Issue } from '../errors/tool-input-error.ts';
import { defined } from '../json/defined.ts';
import type { JsonObject } from '../json/json.ts';
import { normalSchema } from '../schema/normal-schema.ts';
import { decodePointer } from '../schema/path.ts';
import { kindAt } from './issues.ts';

/** What is wrong with a value by a plain JSON Schema; nothing when it fits. The validator is loaded with its first use. */
export async function validatePlain(schema: JsonObject, value: unknown): Promise<readonly Issue[]> {
  const { errors } = (await validatorOf(schema)).validate(value);
  return innermost(errors).map((error) => issueOf(error, value));
}

const validators = new WeakMap<JsonObject, Promise<Validator>>();

function validatorOf(schema: JsonObject): Promise<Validator> {
  const known = validators.get(schema) ?? makeValidator(schema);
  validators.set(schema, known);
  return known;
}

async function makeValidator(schema: JsonObject): Promise<Validator> {
  const { Validator } = await import('@cfworker/json-schema');
  return new Validator(structuredClone(normalSchema(schema)), '2020-12', false);
}

/** The errors that say something: not those that only repeat one inside, and of a choice only that none fits. */
function innermost(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const told = errors.filter((error) => !choices.some((choice) => isInside(error, choice)));
  return told.filter((error) => !told.some((other) => isInside(other, error)));
}

function isInside(inner: OutputUnit, outer: OutputUnit): boolean {
  return inner.keywordLocation.startsWith(`${outer.keywordLocation}/`);
}

function issueOf({ keyword, instanceLocation, error }: OutputUnit, value: unknown): Issue {
  const at = pathOf(instanceLocation, value);
  const missing = keyword === 'required' ? /property "(.*)"\.$/s.exec(error)?.[1] : undefined;
  const path = missing === undefined ? at : [...at, missing];
  const expected = keyword === 'type' ? /Expected "(.*)"\.$/s.exec(error)?.[1]?.replaceAll('", "', ' or ') : undefined;
  return { path, message: error.replace(/\.$/, ''), ...defined({ expected, received: kindAt(value, path) }) };
}

// a step is an index where the value at hand is a list
function pathOf(location: string, value: unknown): readonly (string | number)[] {
  const steps = decodePointer(location.replace(/^#/, '')) ?? [];
  return steps.map((step, index) => (kindAt(value, steps.slice(0, index)) === 'array' ? Number(step) : step));
}
