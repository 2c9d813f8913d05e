import type { Loss } from '../ir/loss.ts';
import type { Request } from '../ir/request.ts';
import type { Response } from '../ir/response.ts';
import type { ToolSpec } from '../ir/tool.ts';
import type { Profile } from '../profile.ts';
import type { Fold } from './fold.ts';

/** What the messages' passes may look at: with the same prompt context, the same messages are lowered alike. */
export interface PromptContext {
  readonly profile: Profile;
  readonly tools: readonly ToolSpec[];
}

export interface Rewritten {
  readonly request: Request;
  readonly losses?: readonly Loss[];
}

/** One thing that lowering does, with what undoes it. Reads only the profile's data. */
export interface Pass {
  readonly name: string;
  /** over all but the messages. */
  readonly request?: (request: Request, profile: Profile) => Rewritten;
  /** over the messages. */
  readonly messages?: (context: PromptContext) => Fold;
  /** on the answer: `source` is the request before lowering. */
  readonly raise?: (response: Response, source: Request, profile: Profile) => Response;
}
