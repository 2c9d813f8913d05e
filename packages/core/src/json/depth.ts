/** Whether a value has more levels than so many; does not look below them. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

// more levels than any answer means, and fewer than what may be sent again
const MAX_DEPTH = 400;

/** A value that came from outside; what lies more than 400 levels deep in it is null. The same value where nothing does. */
export function withinDepth(value: unknown): unknown {
  return isDeeper(value, MAX_DEPTH) ? cut(value, MAX_DEPTH) : value;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((item) => cut(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cut(member, levels - 1)]));
}
