// longer than this a timer fires at once
const LONGEST_TIMER = 2 ** 31 - 1;

/** A span of time with a signal of its own, aborted with the scope around it or when its time is over. */
export interface Scope {
  readonly signal: AbortSignal;
  /** resolves when the signal is aborted; never rejects. */
  readonly aborted: Promise<void>;
  readonly closed: boolean;
  /** a scope inside. */
  fork(): Scope;
  /** aborts the scope when so many milliseconds are over from now; a limit before is lifted. */
  limit(milliseconds: number | undefined): void;
  /** lets go of timers and of the scope around; what runs on is no longer told of an abort. */
  close(): void;
}

type Timer = ReturnType<typeof setTimeout>;

interface OpenScope extends Scope {
  abort(reason: unknown): void;
}

/** A scope that follows a signal by one listener, however many scopes are forked from it. */
export function openScope(outer?: AbortSignal): Scope {
  const follow = () => scope.abort(outer?.reason);
  const scope: OpenScope = createScope(() => outer?.removeEventListener('abort', follow));
  outer?.addEventListener('abort', follow, { once: true });
  if (outer?.aborted) follow();
  return scope;
}

/** What the work gives, or the signal's reason as soon as the scope is aborted, whether the work heeds its signal or not. */
export async function withinScope<T>(outer: Scope, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const scope = outer.fork();
  try {
    return await Promise.race([work(scope.signal), scope.aborted.then(() => Promise.reject(scope.signal.reason))]);
  } finally {
    scope.close();
  }
}

/** Waits; throws the signal's reason when the scope is aborted meanwhile. */
export async function sleep(milliseconds: number, outer: Scope): Promise<void> {
  const scope = outer.fork();
  let timer: Timer | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([over, scope.aborted]);
  clearTimeout(timer);
  scope.close();
  outer.signal.throwIfAborted();
}

function createScope(release: () => void): OpenScope {
  const controller = new AbortController();
  const { signal } = controller;
  const inner = new Set<OpenScope>();
  let timer: Timer | undefined;
  let closed = false;
  const scope: OpenScope = {
    signal,
    aborted: new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    get closed() {
      return closed;
    },
    fork: () => forkInto(inner, signal),
    limit(milliseconds) {
      clearTimeout(timer);
      timer = startTimer(milliseconds, scope.abort);
    },
    abort(reason) {
      controller.abort(reason);
      for (const one of inner) one.abort(reason);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      release();
    },
  };
  return scope;
}

function forkInto(siblings: Set<OpenScope>, outer: AbortSignal): Scope {
  const scope: OpenScope = createScope(() => siblings.delete(scope));
  siblings.add(scope);
  if (outer.aborted) scope.abort(outer.reason);
  return scope;
}

function startTimer(milliseconds: number | undefined, abort: (reason: unknown) => void): Timer | undefined {
  if (milliseconds === undefined || milliseconds > LONGEST_TIMER) return undefined;
  return setTimeout(() => abort(new DOMException(`did not finish within ${milliseconds} ms`, 'TimeoutError')), milliseconds);
}
