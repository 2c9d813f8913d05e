import type { Json } from 'toolglot';

/** JSON as it goes over the wire, broken behind a comma where a line of a terminal is full. */
export function printJson(value: Json, width = 112): readonly string[] {
  const lines: string[] = [];
  for (const piece of JSON.stringify(value).split(/(?<=,)(?=["{[])/)) {
    const longer = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && columns(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

/** How many columns of a terminal a text takes: Chinese characters take two. */
export function columns(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[⺀-￯]/u.test(character) ? 2 : 1), 0);
}
