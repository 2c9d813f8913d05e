import {
  isToolglotError,
  type ToolglotError,
  type TransportError,
  type UnsupportedError,
  type VendorError,
} from '@toolglot/core';
import { type Scope, sleep } from './scope.ts';

const MOST_RETRIES = 2;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;
const LONGEST_RETRY_AFTER = 60_000;

/** Tries again what may succeed later: at most twice, after the wait that the vendor asks for, else after 0.5 s, then 1 s. An attempt is told why the last one failed. */
export async function withRetries<T>(attempt: (failure?: unknown) => Promise<T>, scope: Scope): Promise<T> {
  let failure: unknown;
  for (let retries = 0; ; retries++) {
    try {
      return await attempt(failure);
    } catch (error) {
      failure = error;
      const delay = retries < MOST_RETRIES ? retryDelay(error, retries) : undefined;
      if (delay === undefined) throw error;
      await sleep(delay, scope);
    }
  }
}

/** Milliseconds to wait before trying again; `undefined` where that is no use. Who asks for more than a minute is asked again like one who asks for nothing, as vendors' clients do. */
function retryDelay(error: unknown, retries: number): number | undefined {
  if (!isRetryable(error)) return undefined;
  const asked = isVendorError(error) ? error.retryAfter : undefined;
  return asked !== undefined && asked <= LONGEST_RETRY_AFTER ? asked : backoff(retries);
}

/** Milliseconds before another try: 500, doubled each time up to 8,000, less by up to a quarter so that many do not come back at once. */
export function backoff(retries: number): number {
  return Math.min(FIRST_DELAY * 2 ** retries, LONGEST_DELAY) * (1 - Math.random() / 4);
}

/** Whether another model may do better: this one is overloaded, out of reach, or cannot do what was asked. */
export function isWorthAnotherModel(error: unknown): boolean {
  return isRetryable(error) || isUnsupportedError(error);
}

function isRetryable(error: unknown): boolean {
  return isTransportError(error) || (isVendorError(error) && error.retryable);
}

// told apart by `code`, so that errors of another copy of the package count too
function hasCode(error: unknown, code: ToolglotError['code']): boolean {
  return isToolglotError(error) && error.code === code;
}

/** Whether a vendor answered with an error. */
export function isVendorError(error: unknown): error is VendorError {
  return hasCode(error, 'vendor');
}

function isTransportError(error: unknown): error is TransportError {
  return hasCode(error, 'transport');
}

function isUnsupportedError(error: unknown): error is UnsupportedError {
  return hasCode(error, 'unsupported');
}
