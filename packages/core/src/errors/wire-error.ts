import { ToolglotError } from './toolglot-error.ts';

/** A body is not of the format that it is read as. */
export class WireError extends ToolglotError {
  readonly code = 'wire';

  constructor(
    /** where: `choices[0].message`. */
    readonly path: string,
    readonly expected: string,
    readonly received: unknown,
  ) {
    super(`${path}: expected ${expected}, received ${describe(received)}`);
  }
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `${typeof value} ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
