import type { Headers } from './codec.ts';
import type { VendorErrorKind } from './errors/vendor-error.ts';
import type { Json } from './json/json.ts';

/** Where a body breaks a rule, and what the vendor says then. */
export interface Violation {
  /** in the wire's own spelling: `messages[2].tool_calls[0].id`. */
  readonly path: string;
  readonly message: string;
}

/** One thing that a vendor refuses. */
export interface Rule {
  /** stable kebab-case name. */
  readonly id: string;
  /** the first violation in a body, or `undefined`. Total: never throws, whatever the body is. */
  check(body: Json, headers?: Headers): Violation | undefined;
  readonly error: { readonly status: number; readonly kind: VendorErrorKind; readonly type?: string; readonly code?: string };
}
