import { ToolglotError } from './toolglot-error.ts';

/** One thing that is wrong with a value. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly expected?: string;
  readonly received?: string;
}

/** The arguments of a call do not fit the tool's schema. */
export class ToolInputError extends ToolglotError {
  readonly code = 'tool-input';

  constructor(
    readonly tool: string,
    readonly issues: readonly Issue[],
  ) {
    super(`arguments of '${tool}' do not fit: ${issues.map(printIssue).join('; ')}`);
  }
}

/** An issue on one line: `at cities[0].name: expected string, received number`. */
export function printIssue({ path, message }: Issue): string {
  return path.length === 0 ? message : `at ${printPath(path)}: ${message}`;
}

function printPath(path: readonly (string | number)[]): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('');
}
