import {
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type OutputFormat,
  type ReasoningEffort,
  type ReasoningSettings,
  type Settings,
} from '@toolglot/core';
import { asJsonObject, readBoolean, readNumber, readObject, readText } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import { type EncodeContext, unsupported } from './context.ts';
import { asWire, type WireBody, type WireFormat, type WireReasoningSettings, type WireSchema } from './wire.ts';

/** The fields of the body in which settings are. */
export const SETTING_FIELDS = ['max_output_tokens', 'temperature', 'top_p'];

/** Settings as fields of the body. Throws `UnsupportedError` for those that Responses has no word for. */
export function encodeSettings(settings: Settings, context: EncodeContext): JsonObject {
  const { maxTokens, temperature, topP } = settings;
  const [wordless] = WORDLESS.filter((name) => settings[name] !== undefined);
  if (wordless) throw unsupported(`the setting '${wordless}'`, `settings.${wordless}`, context, 'leave it out, or use Chat');
  const made = defined({ max_output_tokens: maxTokens, temperature, top_p: topP } satisfies Draft<WireBody>);
  return asJsonObject(made);
}

const WORDLESS = ['stop', 'seed', 'candidates'] as const satisfies readonly (keyof Settings)[];

/** The inverse; what is of another type is not read. */
export function decodeSettings(wire: JsonObject): Settings {
  return defined({
    maxTokens: readNumber(wire.max_output_tokens),
    temperature: readNumber(wire.temperature),
    topP: readNumber(wire.top_p),
    reasoning: decodeReasoningSettings(wire.reasoning),
  });
}

/** How hard to think, and how much of it to show. */
export function encodeReasoningSettings(reasoning: ReasoningSettings, context: EncodeContext): WireReasoningSettings {
  const { effort, budget, visible } = reasoning;
  if (budget !== undefined) throw unsupported('a budget for reasoning', 'settings.reasoning.budget', context, 'set an effort');
  const word = effort && (context.profile.settings.rename?.[`effort.${effort}`] ?? EFFORTS[effort]);
  const made = {
    effort: word === undefined ? undefined : asWire<NonNullable<WireReasoningSettings['effort']>>(word),
    summary: visible && SUMMARIES[visible],
  } satisfies Draft<WireReasoningSettings>;
  return defined(made);
}

function decodeReasoningSettings(wire: Json | undefined): ReasoningSettings | undefined {
  if (!isJsonObject(wire)) return undefined;
  const read = defined({ effort: efforts.get(wire.effort), visible: summaries.get(wire.summary) });
  return Object.keys(read).length > 0 ? read : undefined;
}

const EFFORTS: Readonly<Record<ReasoningEffort, string>> = {
  off: 'none',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  max: 'max',
};

/** a word of the wire to ours; the greatest effort has two. */
const efforts: ReadonlyMap<unknown, ReasoningEffort> = new Map<unknown, ReasoningEffort>([
  ['none', 'off'],
  ['minimal', 'minimal'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'max'],
  ['max', 'max'],
]);

const SUMMARIES = { none: null, summary: 'auto', full: 'detailed' } as const;

type Visible = NonNullable<ReasoningSettings['visible']>;

const summaries: ReadonlyMap<unknown, Visible> = new Map<unknown, Visible>([
  [null, 'none'],
  ['auto', 'summary'],
  ['concise', 'summary'],
  ['detailed', 'full'],
]);

/** What the answer shall be. A schema must have a name: `output` where it has none. */
export function encodeFormat(output: OutputFormat): WireFormat {
  if (output === 'json') return { type: 'json_object' };
  const { schema, name = 'output', description, strict } = output;
  return defined({ type: 'json_schema', name, schema, description, strict } satisfies Draft<WireSchema>);
}

/** The inverse; nothing for plain text and for formats that are not known. */
export function decodeFormat(wire: unknown): OutputFormat | undefined {
  const { type, schema, name, description, strict } = readObject(readObject(wire).format);
  if (type === 'json_object') return 'json';
  if (type !== 'json_schema' || !isJsonObject(schema)) return undefined;
  return { schema, ...defined({ name: readText(name), description: readText(description), strict: readBoolean(strict) }) };
}
