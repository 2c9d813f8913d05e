import {
  defined,
  type Json,
  type JsonObject,
  type OutputFormat,
  type ReasoningEffort,
  type ReasoningSettings,
  UnsupportedError,
} from '@toolglot/core';
import { readNumber, readObject } from '@toolglot/core/kit';
import { CODEC } from './fields.ts';
import type { Lens } from './lens.ts';
import { type Members, trusted, type WireBody, type WireOutputConfig, type WireThinkingConfig } from './wire.ts';

interface Thought {
  readonly reasoning?: ReasoningSettings | undefined;
  readonly output?: OutputFormat | undefined;
}

/** `thinking` and `output_config`: how hard to think, and in what form to answer. */
export const thought: Lens<Thought> = {
  names: ['thinking', 'output_config', 'output_format'],
  encode({ reasoning, output }, raw) {
    const { effort, format, ...others } = readObject(raw.output_config);
    const config = { ...others, ...encodeEffort(reasoning), ...encodeFormat(output) };
    const thinking = reasoning && encodeThinkingConfig(reasoning);
    const isFilled = Object.keys(config).length > 0;
    return defined({ thinking, output_config: isFilled ? config : undefined } satisfies Members<WireBody>);
  },
  decode({ thinking, output_config, output_format }) {
    const config = readObject(output_config);
    return defined({ reasoning: decodeReasoning(thinking, config.effort), output: decodeFormat(config.format ?? output_format) });
  },
};

function encodeThinkingConfig({ effort, budget, visible }: ReasoningSettings): WireThinkingConfig {
  if (effort === 'off') return { type: 'disabled' };
  if (visible === 'full') throw new UnsupportedError('all of the reasoning', CODEC, "ask for a summary: { visible: 'summary' }");
  const display = visible && DISPLAYS[visible];
  if (budget === undefined) return defined({ type: 'adaptive', display } satisfies Members<Adaptive>);
  return defined({ type: 'enabled', budget_tokens: budget, display } satisfies Members<WithBudget>);
}

type Adaptive = Extract<WireThinkingConfig, { readonly type: 'adaptive' }>;
type WithBudget = Extract<WireThinkingConfig, { readonly type: 'enabled' }>;

const DISPLAYS = { none: 'omitted', summary: 'summarized' } as const;

function encodeEffort(reasoning: ReasoningSettings | undefined): WireOutputConfig {
  const effort = reasoning?.effort;
  if (effort === undefined || effort === 'off') return {};
  if (effort === 'minimal') throw new UnsupportedError("the effort 'minimal'", CODEC, "the least is 'low'");
  return { effort };
}

function encodeFormat(output: OutputFormat | undefined): WireOutputConfig {
  if (output === undefined) return {};
  if (output === 'json') throw new UnsupportedError('JSON without a schema', CODEC, 'give a schema of the output');
  return { format: { type: 'json_schema', schema: trusted<JsonObject>(describe(output.schema, output.description)) } };
}

function describe(schema: JsonObject, description: string | undefined): JsonObject {
  return description === undefined || 'description' in schema ? schema : { ...schema, description };
}

function decodeReasoning(thinking: Json | undefined, effort: Json | undefined): ReasoningSettings | undefined {
  const { type, budget_tokens: budget, display } = readObject(thinking);
  if (type === 'disabled') return { effort: 'off' };
  const visible = display === 'omitted' ? ('none' as const) : display === 'summarized' ? ('summary' as const) : undefined;
  const known = defined({ effort: decodeEffort(effort), budget: readNumber(budget), visible });
  return type === undefined && Object.keys(known).length === 0 ? undefined : known;
}

function decodeEffort(effort: Json | undefined): ReasoningEffort | undefined {
  if (effort === 'xhigh') return 'max';
  return effort === 'low' || effort === 'medium' || effort === 'high' || effort === 'max' ? effort : undefined;
}

function decodeFormat(format: Json | undefined): OutputFormat | undefined {
  const { type, schema } = readObject(format);
  return type === 'json_schema' && typeof schema === 'object' && schema !== null ? { schema: readObject(schema) } : undefined;
}
