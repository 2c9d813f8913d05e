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
  /** small changes of one node, in this order, before keywords are looked at. */
  readonly rewrites: readonly RewriteName[];
  /** what a reference becomes. Default `keep`. */
  readonly references?: 'keep' | 'inline';
  /** whether every node must say its type, and every object its properties: free values, maps and recursion cannot be said. */
  readonly typed?: boolean;
  /** the dialect for a schema that this one cannot say. */
  readonly otherwise?: string;
  /** what a tool without parameters has: an object without properties (default), or no schema at all. */
  readonly empty?: 'object' | 'omit';
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
  /** `parametersJsonSchema` of Gemini: https://ai.google.dev/api/caching#FunctionDeclaration */
  'google-json-schema': {
    name: 'google-json-schema',
    strict: false,
    keywords: 'any',
    formats: 'any',
    rootRefuses: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
    rewrites: ['boolean-schemas', 'const-as-enum', 'lone-references'],
    empty: 'omit',
  },
  /** `parameters` of Gemini, a subset of OpenAPI 3.0: https://ai.google.dev/api/caching#Schema */
  'google-openapi': {
    name: 'google-openapi',
    strict: false,
    keywords: [
      ...[
        'type',
        'format',
        'title',
        'description',
        'nullable',
        'enum',
        'items',
        'minItems',
        'maxItems',
        'properties',
        'required',
      ],
      ...[
        'minProperties',
        'maxProperties',
        'minLength',
        'maxLength',
        'pattern',
        'minimum',
        'maximum',
        'anyOf',
        'default',
        'example',
      ],
      'propertyOrdering',
    ],
    formats: ['date-time', 'double', 'enum', 'float', 'int32', 'int64'],
    keys: { pattern: '^[a-zA-Z_][a-zA-Z0-9_]*$', max: 64 },
    rootRefuses: ['anyOf', 'enum'],
    rewrites: [
      ...(['boolean-schemas', 'const-as-enum', 'one-as-any', 'merged-parts', 'texts-in-enums', 'null-in-type'] as const),
      ...(['types-as-union', 'type-by-keywords', 'known-required', 'lone-unions'] as const),
    ],
    references: 'inline',
    typed: true,
    otherwise: 'google-json-schema',
    empty: 'omit',
  },
} as const satisfies Readonly<Record<string, Dialect>>;
