import { isJsonObject, type Rule, type Violation } from '@toolglot/core';
import { first, isModel, listMember, member, type Node, objectMember, partRule, rule, said, turnsOf } from './view.ts';

// recorded traffic has `function` accepted, and a missing role
const ROLES = new Set(['user', 'model', 'function']);
const DATA =
  `text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse`.split(' ');
const SIGNATURE = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Who speaks, and what single parts must be like. */
export const turnRules: readonly Rule[] = [
  rule('unknown-role', (body) =>
    first(turnsOf(body), ({ value, path }) => {
      const role = member(value, 'role') ?? 'user';
      if (typeof role === 'string' && ROLES.has(role)) return undefined;
      return { path: `${path}.role`, message: 'Please use a valid role: user, model.' };
    }),
  ),
  rule('last-turn', (body) => {
    const last = turnsOf(body).at(-1);
    if (!last || !isModel(last)) return undefined;
    const message = 'Please ensure that single turn requests end with a user role or the role field is empty.';
    return { path: `${last.path}.role`, message };
  }),
  rule('parts-missing', (body) =>
    first(turnsOf(body), ({ value, path }) => {
      if (listMember(value, 'parts').length > 0) return undefined;
      return { path, message: 'Unable to submit request because it must include at least one parts field.' };
    }),
  ),
  partRule('part-data', ({ value, path }) => {
    const data = DATA.filter((name) => member(value, name) !== undefined);
    const [, second] = data;
    if (second !== undefined) {
      const message = `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${second}'`;
      return { path: `${path}.${second}`, message };
    }
    return data.length === 1 || member(value, 'thoughtSignature') !== undefined ? undefined : withoutData(path);
  }),
  partRule('part-text', ({ value, path }) => {
    const text = member(value, 'text');
    if (text === undefined || typeof text === 'string') return undefined;
    return { path: `${path}.text`, message: `Invalid value at '${path}.text' (TYPE_STRING), ${said(text)}` };
  }),
  partRule('part-signature', ({ value, path }) => {
    const signature = member(value, 'thoughtSignature');
    if (signature === undefined || (typeof signature === 'string' && SIGNATURE.test(signature))) return undefined;
    const message = `Invalid value at '${path}.thought_signature' (TYPE_BYTES), Base64 decoding failed`;
    return { path: `${path}.thoughtSignature`, message };
  }),
  partRule('call-name', (part) => nameless(part, 'functionCall', 'function_call')),
  partRule('call-args', (part) => noObject(part, 'functionCall', 'args')),
  partRule('result-name', (part) => nameless(part, 'functionResponse', 'function_response')),
  partRule('result-object', (part) => noObject(part, 'functionResponse', 'response')),
];

/** What is said of a part that is none. */
export function withoutData(path: string): Violation {
  const message = `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field`;
  return { path: `${path}.data`, message };
}

function nameless({ value, path }: Node, field: string, spelled: string): Violation | undefined {
  const inner = objectMember(value, field);
  const name = inner && member(inner, 'name');
  if (!inner || (typeof name === 'string' && name !== '')) return undefined;
  return {
    path: `${path}.${field}.name`,
    message: `* GenerateContentRequest.${path}.${spelled}.name: Name cannot be empty.`,
  };
}

function noObject({ value, path }: Node, field: string, name: string): Violation | undefined {
  const found = member(objectMember(value, field) ?? {}, name);
  if (found === undefined || isJsonObject(found)) return undefined;
  const place = `${path}.${field}.${name}`;
  return { path: place, message: `Invalid value at '${place}' (type.googleapis.com/google.protobuf.Struct), ${said(found)}` };
}
