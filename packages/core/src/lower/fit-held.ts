import type { Request } from '../ir/request.ts';
import { isJsonObject } from '../json/json.ts';
import type { Profile } from '../profile.ts';
import { note } from './losses.ts';
import type { Pass } from './pass.ts';

/** Tools do not go beside a cache that the request names, where the target has them in the cache. Calls of them are understood as before. */
export const fitHeld: Pass = {
  name: 'fit-held',
  request(request, profile) {
    const { tools, toolChoice, ...others } = request;
    if (!namesCache(request, profile) || (tools === undefined && toolChoice === undefined)) return { request };
    const gone = Object.keys({ ...(tools && { tools }), ...(toolChoice && { toolChoice }) });
    const why = `${profile.name} takes none beside a cache, which holds its own`;
    return { request: others, losses: gone.map((path) => note.dropped('held-in-cache', path, why)) };
  },
};

/** Among the fields that each codec keeps of a body, in its slot. */
function namesCache({ vendor }: Request, { codec, cache }: Profile): boolean {
  const slot: unknown = new Map<string, unknown>(Object.entries(vendor ?? {})).get(codec);
  const fields = isJsonObject(slot) ? slot.fields : undefined;
  return cache.held !== undefined && isJsonObject(fields) && Object.hasOwn(fields, cache.held);
}
