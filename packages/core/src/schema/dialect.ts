import type { NameRule } from '../profile.ts';
import type { RewriteName } from './rewrites.ts';

/** What a target understands of JSON Schema. Data only. */
export interface Dialect {
  readonly name: string;
  /** whether the target holds the model to the schema. */
  readonly strict: boolean;
  /** keywords that may be sent; `any`: all, also those that no standard knows. */
  readonly keywords: 'any' | readonly string[];
  /** values of `format` that may be sent. */
  readonly formats: 'any' | readonly string[];
  /** property keys that may be sent; others are renamed. */
  readonly keys?: NameRule;
  /** keywords that may not stand at the root, which is always one object. */
  readonly rootRefuses: readonly string[];
  /** small changes of one node, in this order. */
  readonly rewrites: readonly RewriteName[];
}

/** The dialects that are known, by the name that a profile gives. */
export const dialects = {
  /** OpenAI without `strict`: https://platform.openai.com/docs/guides/function-calling */
  'openai-loose': {
    name: 'openai-loose',
    strict: false,
    keywords: 'any',
    formats: 'any',
    rootRefuses: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
    rewrites: ['boolean-schemas', 'object-properties', 'array-items'],
  },
  /** Anthropic without `strict`: https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use */
  'anthropic-loose': {
    name: 'anthropic-loose',
    strict: false,
    keywords: 'any',
    formats: 'any',
    keys: { pattern: '^[a-zA-Z0-9_.-]+$', max: 64 },
    rootRefuses: ['oneOf', 'anyOf', 'allOf'],
    rewrites: ['boolean-schemas'],
  },
} as const satisfies Readonly<Record<string, Dialect>>;
