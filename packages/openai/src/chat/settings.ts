import { defined, type JsonObject, type ReasoningEffort, type ReasoningSettings, type Settings } from '@toolglot/core';
import { asJsonObject, readBoolean, readList, readNumber, readObject } from '@toolglot/core/kit';
import { type EncodeContext, unsupported } from './context.ts';
import type { ChatRequestSlot } from './slots.ts';
import type { WireBody } from './wire.ts';

type Names = Readonly<Record<string, string>>;

/** Wire names of settings where vendors differ, OpenAI's own first. */
const SPELLINGS = [
  ['maxTokens', 'max_completion_tokens', 'max_tokens'],
  ['seed', 'seed', 'random_seed'],
] as const;

/** The fields of the body in which settings are. */
export const SETTING_FIELDS = [
  'enable_thinking',
  'max_completion_tokens',
  'max_tokens',
  'n',
  'random_seed',
  'reasoning',
  'reasoning_effort',
  'seed',
  'stop',
  'stream_options',
  'temperature',
  'top_p',
];

/** Settings as fields of the body, under the names that the profile gives, else those that they came under. */
export function encodeSettings(settings: Settings, slot: ChatRequestSlot | undefined, context: EncodeContext): JsonObject {
  const names: Names = { ...slot?.names, ...context.profile.settings.rename };
  const { maxTokens, temperature, topP, stop, seed, candidates, reasoning = {} } = settings;
  const made: Partial<WireBody> = defined({
    max_completion_tokens: maxTokens,
    temperature,
    top_p: topP,
    stop: stop && [...stop],
    seed,
    n: candidates,
  });
  return { ...renameFields(asJsonObject(made), names), ...encodeReasoningSettings(reasoning, names, context) };
}

/** The inverse; what is of another type is not read. `names` are those that are not OpenAI's own. */
export function decodeSettings(wire: JsonObject): { readonly settings: Settings; readonly names: Names } {
  const other = SPELLINGS.filter(([, own, compatible]) => wire[own] === undefined && wire[compatible] !== undefined);
  const read = { ...wire, ...Object.fromEntries(other.map(([, own, compatible]) => [own, wire[compatible] ?? null])) };
  const { reasoning, names } = decodeReasoningSettings(wire);
  const settings = defined({
    maxTokens: readNumber(read.max_completion_tokens),
    temperature: readNumber(wire.temperature),
    topP: readNumber(wire.top_p),
    stop: readStop(wire.stop),
    seed: readNumber(read.seed),
    candidates: readNumber(wire.n),
    reasoning,
    streamUsage: readBoolean(readObject(wire.stream_options).include_usage),
  });
  return { settings, names: { ...Object.fromEntries(other.map(([name, , compatible]) => [name, compatible])), ...names } };
}

function renameFields(made: JsonObject, names: Names): JsonObject {
  const renamed = new Map(SPELLINGS.map(([name, own]): [string, string] => [own, names[name] ?? own]));
  return Object.fromEntries(Object.entries(made).map(([field, value]) => [renamed.get(field) ?? field, value]));
}

function readStop(wire: unknown): readonly string[] | undefined {
  const stop = typeof wire === 'string' ? [wire] : readList(wire).filter((item) => typeof item === 'string');
  return stop.length > 0 ? stop : undefined;
}

const EFFORTS: Readonly<Record<ReasoningEffort, NonNullable<WireBody['reasoning_effort']>>> = {
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

/** as `reasoning_effort`; as the object `reasoning` of some routers, which has room for a budget; or as a switch. */
function encodeReasoningSettings(
  { effort, budget, visible }: ReasoningSettings,
  names: Names,
  context: EncodeContext,
): JsonObject {
  if (visible === 'summary' || visible === 'full')
    throw unsupported(`reasoning made visible as '${visible}'`, 'settings.reasoning.visible', context, 'leave it out');
  const said = effort !== undefined || budget !== undefined;
  if (said && names.reasoning === 'reasoning')
    return { reasoning: defined({ effort: effort && EFFORTS[effort], max_tokens: budget }) };
  if (budget !== undefined)
    throw unsupported('a budget for reasoning', 'settings.reasoning.budget', context, 'set an effort instead');
  if (effort === 'off' && names.reasoning === 'enable_thinking') return { enable_thinking: false };
  return defined({ reasoning_effort: effort && (names[`effort.${effort}`] ?? EFFORTS[effort]) });
}

function decodeReasoningSettings(wire: JsonObject): { readonly reasoning?: ReasoningSettings; readonly names: Names } {
  const effort = efforts.get(wire.reasoning_effort);
  if (effort !== undefined) return { reasoning: { effort }, names: {} };
  if (wire.enable_thinking === false) return { reasoning: { effort: 'off' }, names: { reasoning: 'enable_thinking' } };
  const object = readObject(wire.reasoning);
  const reasoning = defined({ effort: efforts.get(object.effort), budget: readNumber(object.max_tokens) });
  return Object.keys(reasoning).length === 0 ? { names: {} } : { reasoning, names: { reasoning: 'reasoning' } };
}
