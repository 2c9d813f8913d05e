import type { Headers } from '../codec.ts';

/**
 * Whether a vendor's client complains of how it is used (no key, wrong options) before it asks anybody. Its errors about a request
 * have a `status`, if only `undefined`; broken connections and answers are errors of the platform, with names of their own.
 */
export function isClientComplaint(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('status' in error);
}

/** Headers as plain data; none where it is anything else. */
export const headersOf = (headers: unknown): Headers =>
  headers instanceof globalThis.Headers ? Object.fromEntries(headers) : {};
