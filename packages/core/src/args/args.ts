import type { Fault, ToolCallPart } from '../ir/part.ts';
import { isSealed } from '../ir/seal.ts';
import { isDeeper } from '../json/depth.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

// far more than anybody means, and far less than what fills the stack of a validator
const MAX_DEPTH = 200;

/** Arguments as they were read, in the fields of a tool call. */
export interface ReadArgs {
  readonly args: JsonObject;
  readonly argsText?: string;
  readonly fault?: Fault;
}

/**
 * Reads the arguments of a call: JSON text, an object, or nothing. Text is kept as it is, whatever it holds; what
 * cannot be read is a fault with empty arguments, never an exception. JSON in a JSON string is parsed once more.
 */
export function readArgs(value: unknown): ReadArgs {
  if (value === undefined || value === null) return { args: {} };
  if (typeof value === 'string') return { ...readText(value), argsText: value };
  if (isDeeper(value, MAX_DEPTH)) return { args: {}, fault: tooDeep };
  if (!isJsonObject(value)) return { ...notAnObject(value), argsText: JSON.stringify(value) };
  return hasUnsafeInteger(value) ? { args: {}, fault: unsafeInteger } : { args: value };
}

/**
 * The arguments as JSON text: the model's own while the call is as it was, else printed from `args`. A call that
 * could not be read, and one without arguments, is `{}`: vendors refuse a history with text that is no object.
 */
export function writeArgs(call: ToolCallPart): string {
  if (call.fault) return '{}';
  return call.argsText?.trim() ? ownArgsText(call) : JSON.stringify(call.args);
}

/** The model's own text, whatever it holds, while the call is as it was; else printed from `args`. */
export function ownArgsText(call: ToolCallPart): string {
  return call.argsText !== undefined && isSealed(call) ? call.argsText : JSON.stringify(call.args);
}

function readText(text: string): ReadArgs {
  if (text.trim() === '') return { args: {} };
  const value = parse(text);
  if (value === undefined) return { args: {}, fault: { code: 'invalid-json', message: 'the arguments are not one JSON value' } };
  const inner = typeof value === 'string' ? parse(value) : value;
  if (isDeeper(inner, MAX_DEPTH)) return { args: {}, fault: tooDeep };
  return isJsonObject(inner) ? { args: inner } : notAnObject(value);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notAnObject(value: unknown): ReadArgs {
  const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  return { args: {}, fault: { code: 'not-an-object', message: `the arguments are ${kind}, not an object` } };
}

const unsafeInteger: Fault = {
  code: 'unsafe-integer',
  message: 'an integer in the arguments is beyond 2^53 and came without its text: its last digits are lost',
};

const tooDeep: Fault = { code: 'invalid-json', message: `the arguments are nested more than ${MAX_DEPTH} levels deep` };

function hasUnsafeInteger(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnsafeInteger);
}
