import {
  defined,
  type Fault,
  type Issue,
  type Json,
  type JsonObject,
  printIssue,
  type ToolCall,
  ToolExecutionError,
  type ToolglotError,
  ToolInputError,
} from '@toolglot/core';
import { clipBytes, clipText } from './clip.ts';
import { nearestNames } from './nearest-names.ts';
import { wordsOf } from './words-of.ts';

/** Why a call has no value; the model reads it as `error`. */
export type ProblemCode =
  | 'unknown-tool'
  | 'invalid-json'
  | 'invalid-arguments'
  | 'invalid-output'
  | 'execution-failed'
  | 'timeout'
  | 'needs-approval'
  | 'aborted'
  | 'not-executed';

/** Something that went wrong with a call, in words that the model can act on. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly details?: Json;
  readonly suggestion?: string;
  /** for the program; the model does not see it. */
  readonly cause?: ToolglotError;
}

const MOST_NAMES = 50;
const MOST_ISSUES = 20;
const LONGEST_NAME = 100;
const LONGEST_MESSAGE = 600;
const LONGEST_QUOTE = 2_000;

/** No tool has this name. */
export function unknownTool(name: string, names: readonly string[]): Problem {
  const nearest = nearestNames(name, names);
  return {
    code: 'unknown-tool',
    message: `There is no tool named ${JSON.stringify(clipText(name, LONGEST_NAME))}. Nothing was executed.`,
    details: { available: names.slice(0, MOST_NAMES) },
    suggestion:
      nearest.length > 0 ? `Call ${nearest.join(' or ')} instead.` : 'Call one of the available tools, or answer without.',
  };
}

const faultCodes: { readonly [C in Fault['code']]: ProblemCode } = {
  'invalid-json': 'invalid-json',
  'not-an-object': 'invalid-json',
  'unsafe-integer': 'invalid-arguments',
  'cut-off': 'not-executed',
  'missing-name': 'unknown-tool',
};

/** The arguments could not be read. */
export function unreadableCall({ argsText }: ToolCall, fault: Fault): Problem {
  return defined({
    code: faultCodes[fault.code],
    message: `The arguments could not be read: ${clipText(fault.message, LONGEST_MESSAGE)}. Nothing was executed.`,
    details: argsText === undefined ? undefined : { received: clipBytes(argsText, LONGEST_QUOTE) },
    suggestion: 'Call the tool again with arguments that are one valid JSON object.',
  });
}

/** The arguments do not fit the tool's schema. */
export function invalidArguments(tool: string, issues: readonly Issue[]): Problem {
  return {
    code: 'invalid-arguments',
    message: clipText(`The arguments do not fit: ${issues.map(printIssue).join('; ')}. Nothing was executed.`, LONGEST_MESSAGE),
    details: issuesToJson(issues),
    suggestion: 'Call the tool again with these arguments mended.',
    cause: new ToolInputError(tool, issues),
  };
}

/** The tool threw. The model sees the message, without stack and cause. */
export function executionFailed(tool: string, thrown: unknown): Problem {
  const cause = new ToolExecutionError(tool, { cause: thrown });
  const message = clipText(wordsOf(thrown), LONGEST_MESSAGE);
  return { code: 'execution-failed', message: message || 'The tool failed without a message.', cause };
}

/** The tool ran, and its result is not what its output schema promises. */
export function invalidOutput(tool: string, issues: readonly Issue[]): Problem {
  const text = `The tool ran, but its result is not valid: ${issues.map(printIssue).join('; ')}`;
  const cause = new ToolExecutionError(tool, { cause: new Error(text) });
  return { code: 'invalid-output', message: clipText(text, LONGEST_MESSAGE), cause };
}

/** The tool's time is over; `started` says whether the tool had been started. */
export function timedOut(milliseconds: number, started: boolean): Problem {
  return {
    code: 'timeout',
    message: `The call did not finish within ${milliseconds} ms and was abandoned; ${effectOf(started)}.`,
  };
}

/** A person must say yes first, and nobody can be asked. */
export function needsApproval(): Problem {
  const message = 'A person must approve this call before it runs. It was not executed.';
  return { code: 'needs-approval', message, suggestion: 'Tell the user what you want to do and why; do not repeat the call.' };
}

/** The run was aborted; `started` says whether the tool had been started. */
export function aborted(started: boolean): Problem {
  return { code: 'aborted', message: `The call was aborted; ${effectOf(started)}.` };
}

/** The call is not to be run. */
export function notExecuted(reason: string): Problem {
  return { code: 'not-executed', message: `The call was not executed: ${reason}.` };
}

function effectOf(started: boolean): string {
  return started ? 'it may or may not have taken effect' : 'it was not executed';
}

// a great value can be wrong in as many places, and an issue can name a great part of it
function issuesToJson(issues: readonly Issue[]): JsonObject {
  const more = issues.length - MOST_ISSUES;
  return { issues: issues.slice(0, MOST_ISSUES).map(issueToJson), ...(more > 0 && { more }) };
}

function issueToJson({ path, message, expected, received }: Issue): JsonObject {
  const steps = path.map((step) => (typeof step === 'string' ? clipText(step, LONGEST_NAME) : step));
  return defined({
    path: steps,
    message: clipText(message, LONGEST_MESSAGE),
    expected: expected && clipText(expected, LONGEST_MESSAGE),
    received: received && clipText(received, LONGEST_MESSAGE),
  });
}
