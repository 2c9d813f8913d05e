import { defined, type JsonObject, type Settings, UnsupportedError } from '@toolglot/core';
import { readNumber } from '@toolglot/core/kit';
import { CODEC } from './fields.ts';
import type { Members, WireInferenceConfig } from './wire.ts';

/** `inferenceConfig`: by habit there, if only empty, where a request has settings. Throws `UnsupportedError` for a seed, and for several answers. */
export function encodeSettings(settings: Settings | undefined): WireInferenceConfig | undefined {
  if (settings === undefined) return undefined;
  const { maxTokens, temperature, topP, stop, seed, candidates = 1 } = settings;
  if (seed !== undefined) throw new UnsupportedError('a seed', CODEC, 'leave it out');
  if (candidates !== 1) throw new UnsupportedError('several answers to one request', CODEC, 'ask several times');
  return defined({ maxTokens, temperature, topP, stopSequences: stop } satisfies Members<WireInferenceConfig>);
}

export function decodeSettings({ maxTokens, temperature, topP, stopSequences: stop }: JsonObject): Settings {
  return defined({
    maxTokens: readNumber(maxTokens),
    temperature: readNumber(temperature),
    topP: readNumber(topP),
    stop: Array.isArray(stop) && stop.every((item) => typeof item === 'string') ? stop : undefined,
  });
}
