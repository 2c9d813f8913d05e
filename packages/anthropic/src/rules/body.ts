import { isJsonObject, type Json, type JsonObject, type Rule } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';

import { isKnownModel, thinkingModes } from '../profile.ts';
import { anthropicProfile } from '../profiles.ts';
import { blocksOf, first, rule, turnsOf } from './view.ts';

const FIELDS = new Set(
  `model max_tokens messages system tools tool_choice thinking output_config stop_sequences stream metadata container
  service_tier speed inference_geo cache_control diagnostics temperature top_p top_k user_profile_id workspace_id
  mcp_servers context_management compaction thread fallbacks fallback_credit_token billing_policy output_format
  anthropic_version anthropic_beta`.split(/\s+/),
);

const SAMPLING = ['temperature', 'top_p', 'top_k'];
const NEWEST_VERSION = '2026-10-21';

/** What is wrong with a body's own fields, whatever its messages and tools are. */
export const bodyRules: readonly Rule[] = [
  {
    id: 'body-no-object',
    check: (body) => (isJsonObject(body) ? undefined : { path: '', message: 'Input should be a valid dictionary' }),
    error: { status: 400, kind: 'invalid-request', type: 'invalid_request_error' },
  },
  rule('unknown-field', (body) => {
    const path = Object.keys(body).find((name) => !FIELDS.has(name));
    return path === undefined ? undefined : { path, message: `${path}: Extra inputs are not permitted` };
  }),
  rule('model-missing', ({ model, anthropic_version }) => {
    if (readText(model) || anthropic_version !== undefined) return undefined;
    return { path: 'model', message: 'model: Field required' };
  }),
  rule('max-tokens', ({ max_tokens }) => {
    if (typeof max_tokens === 'number' && Number.isInteger(max_tokens) && max_tokens >= 0) return undefined;
    return {
      path: 'max_tokens',
      message: max_tokens === undefined ? 'max_tokens: Field required' : 'max_tokens: Input should be a valid integer',
    };
  }),
  rule('messages-missing', ({ messages }) => {
    if (Array.isArray(messages) && messages.length > 0) return undefined;
    return { path: 'messages', message: 'messages: at least one message is required' };
  }),
  rule('sampling-removed', (body, headers) => {
    const path = SAMPLING.find((name) => body[name] !== undefined);
    if (path === undefined || (headers['anthropic-version'] ?? '') < NEWEST_VERSION) return undefined;
    return { path, message: `${path}: Extra inputs are not permitted` };
  }),
  rule('stop-sequence-blank', ({ stop_sequences }) => {
    const isBlank =
      Array.isArray(stop_sequences) && stop_sequences.some((item: Json) => typeof item === 'string' && item.trim() === '');
    return isBlank
      ? { path: 'stop_sequences', message: 'stop_sequences: each stop sequence must contain non-whitespace' }
      : undefined;
  }),
  rule('thinking-budget', ({ thinking, max_tokens }, headers) => {
    const { type, budget_tokens: budget } = readObject(thinking);
    if (type !== 'enabled') return undefined;
    const path = 'thinking.enabled.budget_tokens';
    if (typeof budget !== 'number' || budget < 1024) return { path, message: 'Input should be greater than or equal to 1024' };
    const isInterleaved = headers['anthropic-beta']?.includes('interleaved-thinking') === true;
    if (isInterleaved || typeof max_tokens !== 'number' || budget < max_tokens) return undefined;
    return { path, message: '`max_tokens` must be greater than `thinking.budget_tokens`' };
  }),
  rule('thinking-mode', (body) => {
    const { type } = readObject(body.thinking);
    if (typeof type !== 'string') return undefined;
    const modes = thinkingModes(readText(body.model) ?? '');
    if (modes?.includes(type) ?? ALL_MODES.has(type)) return undefined;
    return { path: 'thinking.type', message: `"thinking.type.${type}" is not supported for this model.` };
  }),
  rule('effort-unsupported', (body) => {
    const { effort } = readObject(body.output_config);
    const model = readText(body.model) ?? '';
    if (effort === undefined || effort === null || !isKnownModel(model)) return undefined;
    if (anthropicProfile(model).reasoning.efforts.length > 0) return undefined;
    return { path: 'output_config.effort', message: 'This model does not support the effort parameter.' };
  }),
  rule('thinking-in-last-turn', (body) => {
    const last = turnsOf(body).at(-1);
    if (readObject(body.thinking).type !== 'disabled' || last?.role !== 'assistant') return undefined;
    const thought = last.blocks.find(({ type }) => type === 'thinking' || type === 'redacted_thinking');
    if (!thought) return undefined;
    const message = 'When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.';
    return { path: thought.path, message };
  }),
  rule('thinking-missing', (body) => checkThinkingMissing(body)),
  rule('system-content', ({ system }) => {
    const found = first(blocksOf(system, 'system'), ({ type, path }) => (type === 'text' ? undefined : path));
    return found === undefined ? undefined : { path: found, message: `${found}: Input should be a text block` };
  }),
];

const ALL_MODES: ReadonlySet<string> = new Set(['enabled', 'adaptive', 'disabled', 'between_tools']);

/** within a step, manual thinking wants the block that the step began with. */
function checkThinkingMissing(body: JsonObject) {
  const turns = turnsOf(body);
  const called = turns.at(-2);
  const isStep = turns.at(-1)?.blocks[0]?.type === 'tool_result' && called?.role === 'assistant';
  const head = called?.blocks[0];
  if (readObject(body.thinking).type !== 'enabled' || !isStep || !head) return undefined;
  if (head.type === 'thinking' || head.type === 'redacted_thinking') return undefined;
  return { path: head.path, message: `Expected \`thinking\` or \`redacted_thinking\`, but found \`${head.type}\`.` };
}
