import { textOfThrown } from '../errors/text-of-thrown.ts';
import type { Issue } from '../errors/tool-input-error.ts';
import { isJsonObject } from '../json/json.ts';
import { issueOf, kindOf } from './issues.ts';
import { isLibrarySchema, type ToolSchema } from './tool-schema.ts';
import { validatePlain } from './validate-plain.ts';

/** What `execute` may be given, or all that is wrong. */
export type ParsedArgs<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly issues: readonly Issue[] };

/** What is read of a tool. */
interface Parsing<A> {
  readonly input?: ToolSchema;
  readonly '~types'?: { readonly args: A };
}

/**
 * Arguments as the model wrote them, validated and transformed by the tool's input schema.
 * A tool without input takes any object, and gets none of it. Never throws; a schema that throws is an issue.
 */
export async function parseArgs<A>(tool: Parsing<A>, args: unknown): Promise<ParsedArgs<A>>;
export async function parseArgs({ input }: Parsing<unknown>, args: unknown): Promise<ParsedArgs<unknown>> {
  if (input === undefined) return parseNothing(args);
  try {
    return await parseWith(input, args);
  } catch (error) {
    return { ok: false, issues: [{ path: [], message: `the schema failed: ${textOfThrown(error)}` }] };
  }
}

function parseNothing(args: unknown): ParsedArgs<unknown> {
  if (args === undefined || args === null || isJsonObject(args)) return { ok: true, value: {} };
  const received = kindOf(args);
  return { ok: false, issues: [{ path: [], message: `expected object, received ${received}`, expected: 'object', received }] };
}

async function parseWith(schema: ToolSchema, args: unknown): Promise<ParsedArgs<unknown>> {
  if (isLibrarySchema(schema)) {
    const result = await schema['~standard'].validate(args);
    if (result.issues) return { ok: false, issues: listOf(result.issues.map((issue) => issueOf(issue, args))) };
    return { ok: true, value: result.value };
  }
  const issues = await validatePlain(schema, args);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: args };
}

// by the standard, issues say that the value does not fit, also where none is listed
function listOf(issues: readonly Issue[]): readonly Issue[] {
  return issues.length > 0 ? issues : [{ path: [], message: 'the value does not fit' }];
}
