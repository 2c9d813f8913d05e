/** Whether a value is an error. Total: a revoked proxy is none. */
export function isError(value: unknown): value is Error {
  return attempt(() => value instanceof Error, false);
}

/** What was thrown, in words. Total: anything can be thrown, also what cannot become a text. */
export function textOfThrown(thrown: unknown): string {
  return attempt(() => read(thrown), 'what was thrown cannot be read');
}

/** What a function gives, or something else where it throws: for reading what is not ours. */
export function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

function read(thrown: unknown): string {
  if (isError(thrown)) return String(thrown.message);
  return typeof thrown === 'object' && thrown !== null ? 'an object that is no error' : String(thrown);
}
