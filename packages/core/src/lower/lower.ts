import type { Loss } from '../ir/loss.ts';
import type { Request } from '../ir/request.ts';
import type { Response } from '../ir/response.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import type { Profile } from '../profile.ts';
import { expandWrapper } from './expand-wrapper.ts';
import { fitCache } from './fit-cache.ts';
import { fitChoice } from './fit-choice.ts';
import { fitFileNames } from './fit-file-names.ts';
import { fitHeld } from './fit-held.ts';
import { fitHints } from './fit-hints.ts';
import { fitIds } from './fit-ids.ts';
import { fitMedia } from './fit-media.ts';
import { fitNames } from './fit-names.ts';
import { fitOrigin } from './fit-origin.ts';
import { fitParts } from './fit-parts.ts';
import { fitReasoning } from './fit-reasoning.ts';
import { fitResults } from './fit-results.ts';
import { fitSchemas } from './fit-schemas.ts';
import { fitSettings } from './fit-settings.ts';
import { fitSlots } from './fit-slots.ts';
import { fitSystem } from './fit-system.ts';
import { fitText } from './fit-text.ts';
import { fitTurns } from './fit-turns.ts';
import { chain } from './fold.ts';
import { foldMessages } from './fold-messages.ts';
import { pairCalls } from './pair-calls.ts';
import type { Pass } from './pass.ts';

/** In the order in which a request goes through them; an answer goes through them backwards. */
const passes: readonly Pass[] = [
  fitText,
  fitOrigin,
  fitSlots,
  pairCalls,
  expandWrapper,
  fitChoice,
  fitSchemas,
  fitHints,
  fitNames,
  fitIds,
  fitReasoning,
  fitResults,
  fitMedia,
  fitFileNames,
  fitParts,
  fitSystem,
  fitTurns,
  fitHeld,
  fitCache,
  fitSettings,
];

/** A request as a target can say it, with what it does not get. */
export interface Lowered {
  readonly request: Request;
  readonly losses: readonly Loss[];
  /** undoes on the answer what was done to the request. */
  raise(response: Response): Response;
}

/**
 * Turns a request into one that the target can say. What it cannot say is a `Loss`.
 * Pure, and idempotent: what is lowered stays as it is. Throws `UnsupportedError` where nothing can help.
 */
export function lower(request: Request, profile: Profile): Lowered {
  const source = copyAndFreeze(request);
  const rewritten = passes.reduce((so: Rewriting, pass) => rewrite(so, pass, profile), { request: source, losses: [] });
  const context = { profile, tools: source.tools ?? [] };
  const folded = foldMessages(source.messages, context, () => chain(passes.flatMap((pass) => pass.messages?.(context) ?? [])));
  return {
    request: copyAndFreeze({ ...rewritten.request, messages: folded.messages }),
    losses: [...rewritten.losses, ...folded.losses],
    raise: (response) => passes.reduceRight((answer, pass) => pass.raise?.(answer, source, profile) ?? answer, response),
  };
}

interface Rewriting {
  readonly request: Request;
  readonly losses: readonly Loss[];
}

function rewrite({ request, losses }: Rewriting, pass: Pass, profile: Profile): Rewriting {
  const rewritten = pass.request?.(request, profile);
  return rewritten ? { request: rewritten.request, losses: [...losses, ...(rewritten.losses ?? [])] } : { request, losses };
}
