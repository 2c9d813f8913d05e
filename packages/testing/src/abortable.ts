/** What a promise gives, or the signal's reason as soon as it is aborted. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: aborted, stop } = whenAborted(signal);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stop();
  }
}

function whenAborted(signal: AbortSignal): { readonly promise: Promise<never>; stop(): void } {
  let stop = () => {};
  const promise = new Promise<never>((_, reject) => {
    const listener = () => reject(signal.reason);
    stop = () => signal.removeEventListener('abort', listener);
    signal.addEventListener('abort', listener);
    if (signal.aborted) listener();
  });
  return { promise, stop: () => stop() };
}
