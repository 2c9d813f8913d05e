import { canonicalJson, type JsonObject } from '@toolglot/core';
import { pick } from './fields.ts';

/** A pair of inverse functions between fields of a body and a neutral value. */
export interface Lens<Neutral> {
  /** the fields that it stands for. */
  readonly names: readonly string[];
  /** `raw` are the fields as they came, for members that have no neutral place. */
  encode(neutral: Neutral, raw: JsonObject): JsonObject;
  decode(fields: JsonObject): Neutral;
}

/** The neutral value of a body's fields, and the fields as they came where encoding would not give them back. */
export function decodeThrough<Neutral>(lens: Lens<Neutral>, body: JsonObject): { neutral: Neutral; kept: JsonObject } {
  const fields = pick(body, lens.names);
  const neutral = lens.decode(fields);
  return { neutral, kept: canonicalJson(lens.encode(neutral, {})) === canonicalJson(fields) ? {} : fields };
}

/** The fields of a neutral value: those that were kept, while they still say the same. */
export function encodeThrough<Neutral>(lens: Lens<Neutral>, neutral: Neutral, kept: JsonObject = {}): JsonObject {
  const fields = pick(kept, lens.names);
  const isSame = Object.keys(fields).length > 0 && canonicalJson(lens.decode(fields)) === canonicalJson(neutral);
  return isSame ? fields : lens.encode(neutral, fields);
}
