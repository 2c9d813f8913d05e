import { type CacheMark, defined, type Json } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { objectIn } from './fields.ts';
import { type Members, trusted, type WireCachePoint } from './wire.ts';

interface Marked {
  readonly cache?: CacheMark;
}

/** What becomes of a block that belongs to the part before it; `undefined` where it does not. */
type Join<P> = (part: P, block: Json) => P | undefined;

/** The parts of some blocks: a cache point marks the part before it, and `join` says what else belongs to that. */
export function decodeMarked<P extends Marked>(
  blocks: readonly Json[],
  decode: (block: Json) => P,
  join: Join<P> = () => undefined,
): P[] {
  const parts: P[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    const joined = last && (withMark(last, block) ?? join(last, block));
    if (joined) parts.splice(-1, 1, joined);
    else parts.push(decode(block));
  }
  return parts;
}

/** The blocks of some parts, each mark as a cache point behind its part. */
export function encodeMarked<P extends Marked, Block>(
  parts: readonly P[],
  encode: (part: P, index: number) => readonly Block[],
): Block[] {
  return parts.flatMap((part, index) => {
    const blocks = encode(part, index);
    return part.cache && blocks.length > 0 ? [...blocks, trusted<Block>({ cachePoint: encodeMark(part.cache) })] : blocks;
  });
}

/** Whether a block is a cache point that a neutral mark can stand for. */
export function isMark(block: Json | undefined): boolean {
  return decodeMark(block) !== undefined;
}

function encodeMark({ ttl }: CacheMark): WireCachePoint {
  // the vendor names the lifetimes that it takes in its error
  const lifetime = ttl === undefined ? undefined : trusted<NonNullable<WireCachePoint['ttl']>>(ttl);
  return defined({ type: 'default', ttl: lifetime } satisfies Members<WireCachePoint>);
}

function withMark<P extends Marked>(part: P, block: Json): P | undefined {
  const cache = part.cache ? undefined : decodeMark(block);
  return cache && { ...part, cache };
}

/** The neutral mark, where the wire's is no more than that. */
function decodeMark(block: Json | undefined): CacheMark | undefined {
  const { type, ttl, ...others } = objectIn(block, 'cachePoint') ?? {};
  const isRead = type === 'default' && Object.keys(others).length === 0 && (ttl === undefined || typeof ttl === 'string');
  return isRead ? defined({ ttl: readText(ttl) }) : undefined;
}
