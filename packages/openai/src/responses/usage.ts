import { canonicalJson, type JsonObject, type Usage } from '@toolglot/core';
import { decodeUsage } from '../chat/usage.ts';
import { asWire, type WireUsage } from './wire.ts';

/** Token counts: as they came, where that still says the same; else in OpenAI's shape. */
export function encodeUsage(usage: Usage, came: JsonObject | undefined): WireUsage {
  return came && canonicalJson(decodeUsage(came)) === canonicalJson(usage) ? asWire<WireUsage>(came) : makeUsage(usage);
}

/** The inverse: both of the vendor's formats are read in one way. */
export { decodeUsage };

/** the format wants numbers: what is not known is 0. */
const makeUsage = ({ input = 0, output = 0, cachedInput = 0, cacheWrite = 0, reasoning = 0 }: Usage): WireUsage => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cachedInput, cache_write_tokens: cacheWrite },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: input + output,
});
