import { isJsonObject, type Json, type Rule } from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';
import { rule } from './view.ts';

/** What is wrong with a body's own fields, whatever its messages and tools are. */
export const bodyRules: readonly Rule[] = [
  {
    id: 'body-no-object',
    check: (body) => (isJsonObject(body) ? undefined : { path: '', message: 'The body is not a JSON object' }),
    error: { status: 400, kind: 'invalid-request', type: 'SerializationException' },
  },
  rule('messages-missing', ({ messages }) => {
    if (Array.isArray(messages) && messages.length > 0) return undefined;
    return { path: 'messages', message: 'The messages field is empty. Add a message and try again.' };
  }),
  rule('max-tokens', ({ inferenceConfig }) => {
    const { maxTokens } = readObject(inferenceConfig);
    if (isAbsent(maxTokens) || (isWhole(maxTokens) && maxTokens >= 1)) return undefined;
    return { path: 'inferenceConfig.maxTokens', message: 'Member must have value greater than or equal to 1' };
  }),
  rule('sampling-range', ({ inferenceConfig }) => {
    const config = readObject(inferenceConfig);
    const name = ['temperature', 'topP'].find((key) => !isAbsent(config[key]) && !isShare(config[key]));
    return name === undefined
      ? undefined
      : { path: `inferenceConfig.${name}`, message: 'Member must have value between 0 and 1' };
  }),
  rule('stop-sequence-empty', ({ inferenceConfig }) => {
    const sequences = readList(readObject(inferenceConfig).stopSequences);
    if (!sequences.includes('')) return undefined;
    return { path: 'inferenceConfig.stopSequences', message: 'Member must have length greater than or equal to 1' };
  }),
];

const isAbsent = (value: Json | undefined) => value === undefined || value === null;
const isWhole = (value: Json | undefined): value is number => typeof value === 'number' && Number.isInteger(value);
const isShare = (value: Json | undefined) => typeof value === 'number' && value >= 0 && value <= 1;
