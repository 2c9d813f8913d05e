import type { Headers } from '../codec.ts';
import type { VendorError } from '../errors/vendor-error.ts';
import { defined } from '../json/defined.ts';

type Retry = Pick<VendorError, 'retryAfter' | 'shouldRetry'>;

/** The headers that say whether and when to try again. */
export function encodeRetryHeaders({ retryAfter, shouldRetry }: Retry): Headers {
  const wait = retryAfter !== undefined && {
    'retry-after': String(Math.ceil(retryAfter / 1000)),
    'retry-after-ms': String(retryAfter),
  };
  return { ...wait, ...(shouldRetry !== undefined && { 'x-should-retry': String(shouldRetry) }) };
}

/** Milliseconds to wait (`retry-after-ms`, else `retry-after` in seconds or as a date), and the vendor's word on another try. */
export function decodeRetryHeaders(headers: Headers): Retry {
  const said = headers['x-should-retry'];
  return defined({
    retryAfter: milliseconds(headers['retry-after-ms'], 1) ?? milliseconds(headers['retry-after'], 1000) ?? untilDate(headers),
    shouldRetry: said === 'true' ? true : said === 'false' ? false : undefined,
  });
}

function milliseconds(text: string | undefined, unit: number): number | undefined {
  const count = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(count) ? Math.max(0, Math.round(count * unit)) : undefined;
}

/** counted from the answer's own date where it has one, since clocks differ. */
function untilDate({ date, 'retry-after': after = '' }: Headers): number | undefined {
  const until = Date.parse(after);
  const now = Date.parse(date ?? '');
  return Number.isNaN(until) ? undefined : Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}
