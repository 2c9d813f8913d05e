import { ToolglotError } from './toolglot-error.ts';

/** A package that the app must install itself is not there; `cause` is what the import threw. */
export class MissingPackageError extends ToolglotError {
  readonly code = 'missing-package';

  constructor(
    readonly packageName: string,
    options: { readonly cause: unknown },
  ) {
    super(`the package '${packageName}' cannot be loaded: npm install ${packageName}`, options);
  }
}
