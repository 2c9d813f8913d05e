import {
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type OutputFormat,
  type Profile,
  type Request,
  type Settings,
} from '@toolglot/core';
import { applyForm, readNumber, readText, type WireForm } from '@toolglot/core/kit';
import { keepSpelling, readMembers, unlessEmpty } from './fields.ts';
import { googleBase } from './profile.ts';
import { decodeThinking, encodeThinking } from './reasoning.ts';
import { decodeSchema, encodeSchema } from './schema.ts';
import { isOpenApi } from './tools.ts';
import type { Members, WireGeneration } from './wire.ts';

type Generation = Pick<Request, 'settings' | 'output'>;

/** `generationConfig`: settings and the form of the answer. */
export function encodeGeneration(request: Generation, profile: Profile, form: WireForm | undefined): WireGeneration {
  return applyForm({ ...encodeSettings(request.settings ?? {}, profile), ...encodeOutput(request.output, profile) }, form);
}

/** What a `generationConfig` says, and what of it has no neutral place. */
export function decodeGeneration(wire: Json | undefined): { neutral: Generation; form: WireForm } {
  const members = readMembers(wire);
  const neutral = defined({ settings: unlessEmpty(decodeSettings(members)), output: decodeOutput(members) });
  const made = encodeGeneration(neutral, googleBase, undefined);
  return { neutral, form: keepSpelling(isJsonObject(wire) ? wire : {}, made, NAMES) };
}

const NAMES = [
  ...['maxOutputTokens', 'temperature', 'topP', 'stopSequences', 'seed', 'candidateCount', 'thinkingConfig'],
  ...['responseMimeType', 'responseJsonSchema', 'responseSchema'],
];

function encodeSettings(settings: Settings, profile: Profile): WireGeneration {
  const { maxTokens, temperature, topP, stop, seed, candidates, reasoning } = settings;
  return defined({
    maxOutputTokens: maxTokens,
    temperature,
    topP,
    stopSequences: stop,
    seed,
    candidateCount: candidates,
    thinkingConfig: reasoning && encodeThinking(reasoning, profile),
  } satisfies Members<WireGeneration>);
}

function decodeSettings({ stopSequences: stop, ...wire }: JsonObject): Settings {
  return defined({
    maxTokens: readNumber(wire.maxOutputTokens),
    temperature: readNumber(wire.temperature),
    topP: readNumber(wire.topP),
    stop: Array.isArray(stop) && stop.every((item) => typeof item === 'string') ? stop : undefined,
    seed: readNumber(wire.seed),
    candidates: readNumber(wire.candidateCount),
    reasoning: decodeThinking(wire.thinkingConfig),
  });
}

const JSON_TYPE = 'application/json';

function encodeOutput(output: OutputFormat | undefined, profile: Profile): WireGeneration {
  if (output === undefined) return {};
  if (output === 'json') return { responseMimeType: JSON_TYPE };
  const schema = described(output.schema, output.description);
  const field = isOpenApi(schema, profile) ? { responseSchema: encodeSchema(schema) } : { responseJsonSchema: schema };
  return { responseMimeType: JSON_TYPE, ...field };
}

function decodeOutput({ responseMimeType, responseJsonSchema, responseSchema }: JsonObject): OutputFormat | undefined {
  if (readText(responseMimeType) !== JSON_TYPE) return undefined;
  if (isJsonObject(responseJsonSchema)) return { schema: responseJsonSchema };
  return isJsonObject(responseSchema) ? { schema: decodeSchema(responseSchema) } : 'json';
}

function described(schema: JsonObject, description: string | undefined): JsonObject {
  return description === undefined || 'description' in schema ? schema : { ...schema, description };
}
