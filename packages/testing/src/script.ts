import type { Message, Part, Request, Response } from '@toolglot/core';
import { responseOf } from './answer.ts';
import { ScriptError } from './script-error.ts';
import type { Answer, Turn } from './turn.ts';

/** What a turn made: an answer, and the error that breaks it off. */
export interface Played {
  readonly response: Response;
  readonly error?: Error;
}

/** Turns that are played one after another. */
export interface Script {
  /** Plays the next turn. Throws `ScriptError` when none is left, and what the turn throws. */
  next(request: Request): Promise<Played>;
  /** Throws `ScriptError` when turns are left, or when more were asked for than there are. */
  done(): void;
}

/** A script over turns; `who` names it in errors. A turn belongs to the request that came first, however long it takes. */
export function openScript(turns: readonly Turn[], who: string): Script {
  const unexpected: string[] = [];
  let played = 0;
  return {
    async next(request) {
      const number = ++played;
      const turn = turns[number - 1];
      if (turn !== undefined) return playedOf(await play(turn, request), request, number);
      const problem = `${who}: turn ${number} was asked for, the script has ${turns.length}; request: ${describe(request)}`;
      unexpected.push(problem);
      throw new ScriptError(problem);
    },
    done() {
      const unused = turns.slice(played).map((_, index) => `${who}: turn ${played + index + 1} of ${turns.length} was not used`);
      const problems = [...unexpected, ...unused];
      if (problems.length > 0) throw new ScriptError(problems.join('\n'));
    },
  };
}

function playedOf(answer: Answer, request: Request, number: number): Played {
  const response = responseOf(answer, request, number);
  return typeof answer === 'string' || !answer.error ? { response } : { response, error: answer.error };
}

async function play(turn: Turn, request: Request) {
  const answer = typeof turn === 'function' ? await turn(request) : turn;
  if (answer instanceof Error) throw answer;
  return answer;
}

/** A request on one line, for errors: its length and its last message. */
function describe({ messages }: Request): string {
  const last = messages.at(-1);
  return last ? `${messages.length} messages, the last from ${describeMessage(last)}` : 'no messages';
}

function describeMessage({ role, content }: Message): string {
  const text = content.map(describePart).join(' ');
  return `${role}: ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

function describePart(part: Part): string {
  if (part.type === 'text') return JSON.stringify(part.text);
  if (part.type === 'tool-result') return `result of ${part.name || part.callId}`;
  return part.type;
}
