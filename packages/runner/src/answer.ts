import {
  copyAndFreeze,
  defined,
  type Json,
  type ModelContent,
  type ResultContent,
  type ToolCall,
  type ToolResult,
} from '@toolglot/core';
import { checkResultContent } from '@toolglot/core/kit';
import { type Outcome, outcomeOfProblem } from './call.ts';
import type { Problem } from './problem.ts';
import { toJson } from './to-json.ts';

/** A call that is over: what the program learns, and what the model reads. */
export interface Answered {
  readonly outcome: Outcome;
  readonly result: ToolResult;
  /** absent: the call has a value. */
  readonly problem?: Problem;
}

type Named = Pick<ToolCall, 'id' | 'name'>;

const NOTHING: Json = { result: null, message: 'The tool ran and returned nothing.' };

/** The answer to a call that ran; `shown` is what `toModel` made of the value. */
export function answerValue(call: Named, value: unknown, shown?: ModelContent): Answered {
  const content = shown === undefined ? contentOf(value) : contentShown(shown);
  const structured = shown === undefined ? undefined : toJson(value);
  return { outcome: { status: 'done', value }, result: resultOf(call, { content, structured }) };
}

/** The answer to a call that has no value: an error that the model can read. */
export function answerProblem(call: Named, problem: Problem): Answered {
  const { code, message, details, suggestion } = problem;
  const value: Json = defined({ error: code, message, details, suggestion });
  const fault = code === 'execution-failed' ? undefined : { code, message };
  const content: ResultContent[] = [{ type: 'json', value }];
  return { outcome: outcomeOfProblem(problem), result: resultOf(call, { content, isError: true, fault }), problem };
}

/** What the model reads in a result, as one text. */
export function printContent(content: readonly ResultContent[]): string {
  return content.map(printPart).join('\n');
}

type ResultFields = { [K in 'content' | 'structured' | 'isError' | 'fault']?: ToolResult[K] | undefined } & Pick<
  ToolResult,
  'content'
>;

function resultOf(call: Named, fields: ResultFields): ToolResult {
  return copyAndFreeze({ type: 'tool-result', callId: call.id, name: call.name, ...defined(fields) });
}

function contentShown(shown: ModelContent): readonly ResultContent[] {
  if (typeof shown === 'string') return contentOf(shown);
  const content = copyAndFreeze(shown);
  checkResultContent(content, 'toModel');
  return content.length > 0 ? content : contentOf(null);
}

function contentOf(value: unknown): readonly ResultContent[] {
  if (typeof value === 'string' && value.trim() !== '') return [{ type: 'text', text: value }];
  const json = typeof value === 'string' ? null : toJson(value);
  return [{ type: 'json', value: json === null ? NOTHING : json }];
}

type Print = { readonly [T in ResultContent['type']]: (part: Extract<ResultContent, { type: T }>) => string };

const print: Print = {
  text: ({ text }) => text,
  json: ({ value }) => JSON.stringify(value),
  media: ({ mediaType, filename }) => `[${filename ?? 'media'}: ${mediaType}]`,
  'tool-reference': ({ name }) => `[tool: ${name}]`,
  opaque: ({ value }) => JSON.stringify(value),
};

function printPart<T extends ResultContent['type']>(part: Extract<ResultContent, { type: T }>): string {
  const printer: (part: Extract<ResultContent, { type: T }>) => string = print[part.type as T];
  return printer(part);
}
