/** The beginning of a text, at most `max` characters, an ellipsis included. */
export function clipText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The beginning of a text, at most `max` bytes of UTF-8 and an ellipsis. */
export function clipBytes(text: string, max: number): string {
  const bytes = new TextEncoder().encode(text);
  // `stream` leaves out a character that the cut went through
  return bytes.length <= max ? text : `${new TextDecoder().decode(bytes.subarray(0, max), { stream: true })}…`;
}
