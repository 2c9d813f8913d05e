/** What a model threw, on its way to the `RunError` that says which model it was. */
export class ModelFailure extends Error {
  readonly #own = true;

  constructor(
    readonly model: string,
    options: { readonly cause: unknown },
  ) {
    super(`${model} failed`, options);
  }

  /** Whether something thrown is one; asks nothing of the thing itself, which may be hostile. */
  static is(thrown: unknown): thrown is ModelFailure {
    return typeof thrown === 'object' && thrown !== null && #own in thrown;
  }
}
