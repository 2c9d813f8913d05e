/** A place in the prompt up to which the vendor is asked to cache. `ttl` in the vendors' own words: `5m`, `1h`. */
export interface CacheMark {
  readonly ttl?: string;
}
