import type { Json } from '../json/json.ts';
import { ToolglotError } from './toolglot-error.ts';

export type VendorErrorKind =
  | 'rate-limit'
  | 'quota'
  | 'auth'
  | 'permission'
  | 'not-found'
  | 'overloaded'
  | 'timeout'
  | 'conflict'
  | 'invalid-request'
  | 'context-length'
  | 'too-large'
  | 'content-filter'
  | 'tool-call'
  | 'server'
  | 'unknown';

export interface VendorErrorFields {
  readonly status: number;
  readonly kind: VendorErrorKind;
  readonly provider?: string;
  /** the vendor's own words for the error. */
  readonly type?: string;
  readonly vendorCode?: string;
  readonly param?: string;
  /** milliseconds that the vendor asks to wait. */
  readonly retryAfter?: number;
  /** what the vendor says of another try, where it says it. */
  readonly shouldRetry?: boolean;
  readonly requestId?: string;
  /** what the model had written, where the vendor could not read it as a call. */
  readonly failedGeneration?: string;
  readonly body?: Json;
}

const RETRYABLE: ReadonlySet<VendorErrorKind> = new Set([
  'rate-limit',
  'overloaded',
  'timeout',
  'conflict',
  'server',
  'tool-call',
]);

/** A vendor answered with an error. */
export class VendorError extends ToolglotError implements VendorErrorFields {
  readonly code = 'vendor';
  readonly status: number;
  readonly kind: VendorErrorKind;
  declare readonly provider?: string;
  declare readonly type?: string;
  declare readonly vendorCode?: string;
  declare readonly param?: string;
  declare readonly retryAfter?: number;
  declare readonly shouldRetry?: boolean;
  declare readonly requestId?: string;
  declare readonly failedGeneration?: string;
  declare readonly body?: Json;

  constructor(message: string, fields: VendorErrorFields, options?: ErrorOptions) {
    super(message, options);
    this.status = fields.status;
    this.kind = fields.kind;
    Object.assign(this, fields);
  }

  /** whether the same request may succeed later: what the vendor says, else by kind. */
  get retryable(): boolean {
    return this.shouldRetry ?? RETRYABLE.has(this.kind);
  }
}
