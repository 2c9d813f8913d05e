import type { Loss } from '../ir/loss.ts';
import type { Request } from '../ir/request.ts';
import type { Response } from '../ir/response.ts';
import type { Profile } from '../profile.ts';

export interface LowerOptions {
  readonly repair?: 'synthesise' | 'drop';
}
export interface Lowered {
  readonly request: Request;
  readonly losses: readonly Loss[];
  /** undoes on the answer what was done to the request. */
  raise(response: Response): Response;
}
export function lower(request: Request, _profile: Profile, _options?: LowerOptions): Lowered {
  return { request, losses: [], raise: (response) => response };
}
