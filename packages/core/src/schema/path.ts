/** Where in a schema: keywords, property names and list indexes, from the root. */
export type Path = readonly (string | number)[];

/** A path as people read it: `properties.day.anyOf[0]`, `properties["a.b"]`. */
export function printPath(path: Path): string {
  return path.map((step, index) => printStep(step, index === 0)).join('');
}

/** A path as a `$ref` inside the same schema: `#/$defs/day`. */
export function encodePointer(path: Path): string {
  return ['#', ...path.map((step) => encodeStep(String(step)))].join('/');
}

// `$` stays as it is: not every reader of schemas decodes it
function encodeStep(step: string): string {
  return encodeURI(step.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('#', '%23');
}

/** The steps of a JSON pointer (`/$defs/day`), or nothing where its escapes are broken. */
export function decodePointer(pointer: string): readonly string[] | undefined {
  try {
    const steps = decodeURIComponent(pointer).split('/').slice(1);
    return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

function printStep(step: string | number, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  if (!/^[\w$-]+$/u.test(step)) return `[${JSON.stringify(step)}]`;
  return first ? step : `.${step}`;
}
