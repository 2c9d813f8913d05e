import { ToolglotError } from './toolglot-error.ts';

/** A tool is not defined as it must be. */
export class ToolDefinitionError extends ToolglotError {
  readonly code = 'tool-definition';

  constructor(
    readonly tool: string,
    /** where in the definition: `input.properties.day`. */
    readonly path: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`tool '${tool}', ${path}: ${problem}`, options);
  }
}
