import {
  copyAndFreeze,
  eventsOf,
  type JsonObject,
  lower,
  type Model,
  type Profile,
  type Request,
  raiseEvents,
} from '@toolglot/core';
import { abortable } from './abortable.ts';
import { openScript } from './script.ts';
import { scriptedProfile } from './scripted-profile.ts';
import type { Turn } from './turn.ts';

/** A model whose answers are written beforehand. */
export interface ScriptedModel extends Model {
  /** The answer in pieces, as `Model.stream` gives it. */
  stream: NonNullable<Model['stream']>;
  /** frozen copies of all requests so far, as they came, before lowering. */
  readonly requests: readonly Request[];
  /** Throws `ScriptError` when turns are left, or when more were asked for than there are: the last line of a test. */
  done(): void;
}

export interface ScriptedModelOptions {
  /** what the model can do; losses follow from it. Default: everything. */
  readonly profile?: Profile;
}

/**
 * A model for tests: plays its turns in order, needs no vendor and no key.
 *
 * @example
 * const model = scriptedModel([{ calls: [{ name: 'get_weather', args: { city: '北京' } }] }, '北京 22°C']);
 */
export function scriptedModel(turns: readonly Turn[], { profile = scriptedProfile }: ScriptedModelOptions = {}): ScriptedModel {
  const script = openScript(turns, 'scripted model');
  const requests: Request[] = [];
  return {
    profile,
    requests,
    done: script.done,
    encode(request) {
      const { request: lowered, losses } = lower(request, profile);
      return { method: 'POST', path: '/', headers: {}, body: plain(lowered), losses };
    },
    async generate(request, { signal, onLoss } = {}) {
      signal?.throwIfAborted();
      const received = copyAndFreeze(request);
      requests.push(received);
      const { losses, raise } = lower(received, profile);
      for (const loss of losses) onLoss?.(loss);
      const { response, error } = await abortable(script.next(received), signal);
      if (error) throw error;
      return copyAndFreeze(raise(copyAndFreeze(response)));
    },
    async *stream(request, { signal, onLoss } = {}) {
      signal?.throwIfAborted();
      const received = copyAndFreeze(request);
      requests.push(received);
      const lowered = lower(received, profile);
      for (const loss of lowered.losses) onLoss?.(loss);
      const { response, error } = await abortable(script.next(received), signal);
      const events = eventsOf(copyAndFreeze(response)).flatMap(raiseEvents(lowered, received.tools ?? []));
      for (const event of error ? events.slice(0, -1) : events) {
        yield event;
        signal?.throwIfAborted();
      }
      if (error) throw error;
    },
  };
}

/** A request is plain data by contract, which its type, made of interfaces, cannot say. */
function plain(request: Request): JsonObject {
  return JSON.parse(JSON.stringify(request));
}
