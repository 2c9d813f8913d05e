import { defined, type JsonObject, type Settings } from '@toolglot/core';
import { asJsonObject, readBoolean, readList, readNumber, readObject } from '@toolglot/core/kit';
import type { EncodeContext } from './context.ts';
import { decodeReasoningSettings, encodeReasoningSettings, type Names, REASONING_SETTINGS } from './reasoning-settings.ts';
import type { ChatRequestSlot } from './slots.ts';
import type { Draft, WireBody } from './wire.ts';

/** Wire names of settings where vendors differ, OpenAI's own first. */
const SPELLINGS = [
  ['maxTokens', 'max_completion_tokens', 'max_tokens'],
  ['seed', 'seed', 'random_seed'],
] as const satisfies readonly (readonly [keyof Settings, keyof WireBody, string])[];

/** The fields of the body in which settings are. */
export const SETTING_FIELDS = [
  ...REASONING_SETTINGS,
  'max_completion_tokens',
  'max_tokens',
  'n',
  'random_seed',
  'seed',
  'stop',
  'stream_options',
  'temperature',
  'top_p',
];

/** Settings as fields of the body, under the names that the profile gives, else those that they came under. */
export function encodeSettings(settings: Settings, slot: ChatRequestSlot | undefined, context: EncodeContext): JsonObject {
  const names: Names = { ...slot?.names, ...context.profile.settings.rename };
  const { maxTokens, temperature, topP, stop, seed, candidates, reasoning } = settings;
  const made = defined({
    max_completion_tokens: maxTokens,
    temperature,
    top_p: topP,
    stop: stop && [...stop],
    seed,
    n: candidates,
  } satisfies Draft<WireBody>);
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
