const MOST = 3;
const LONGEST = 64;

/** The names, at most three, that somebody may have meant who wrote `name`; best first. */
export function nearestNames(name: string, names: readonly string[]): readonly string[] {
  const wanted = simplify(name);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, simplify(candidate)) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

/** Without case, punctuation and a namespace before the last dot. */
function simplify(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return last
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LONGEST);
}

/** Edits of one character that lead from one text to the other. */
function distanceBetween(from: string, to: string): number {
  const start = Array.from({ length: to.length + 1 }, (_, index) => index);
  const row = [...from].reduce((above, character, index) => nextRow(above, character, to, index + 1), start);
  return row.at(-1) ?? 0;
}

function nextRow(above: readonly number[], character: string, to: string, first: number): number[] {
  const row = [first];
  for (let column = 1; column < above.length; column++) {
    const replaced = (above[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1);
    row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
  }
  return row;
}
