import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The first `length` (at most 32) characters, `0-9a-z`, of a SHA-256 digest of a text. */
export function digest(text: string, length = 16): string {
  return Array.from(sha256(utf8ToBytes(text)).subarray(0, length), (byte) => ALPHABET[byte % 36]).join('');
}
