import { defined, type Fault, type Json, type JsonObject } from '@toolglot/core';
import { readMembers } from './fields.ts';

type Key = string | number;
type Branch = { readonly list: boolean; readonly children: Map<Key, Node> };
type Node = Branch | { readonly pieces: string[] } | { readonly value: Json };

/** Arguments that come by their places (`partialArgs`, of Vertex): pieces of a text are kept, and joined once. */
export class PlacedArgs {
  readonly #root: Branch = { list: false, children: new Map() };
  #fault: Fault | undefined;

  /** Takes one piece. One that has no place among the others makes the call unreadable. */
  add(piece: Json): void {
    const { jsonPath, willContinue: _more, ...value } = readMembers(piece);
    const members = Object.entries(value);
    if (members.length === 0) return;
    const path = typeof jsonPath === 'string' ? pathOf(jsonPath) : undefined;
    const [read] = members.flatMap(([name, member]) => READ.get(name)?.(member) ?? []);
    if (path === undefined || read === undefined || !set(this.#root, path, read)) this.#fault ??= unplaced(piece);
  }

  /** The arguments as they are by now, or why they cannot be read. */
  read(): { readonly args?: JsonObject; readonly fault?: Fault } {
    const args = this.#fault ? undefined : objectOf(this.#root);
    return defined({ args, fault: this.#fault ?? (args === undefined ? GAP : undefined) });
  }
}

const READ: ReadonlyMap<string, (value: Json) => Node | undefined> = new Map<string, (value: Json) => Node | undefined>([
  ['stringValue', (value) => (typeof value === 'string' ? { pieces: [value] } : undefined)],
  ['numberValue', (value) => (typeof value === 'number' ? { value } : undefined)],
  ['boolValue', (value) => (typeof value === 'boolean' ? { value } : undefined)],
  ['nullValue', () => ({ value: null })],
]);

const unplaced = (piece: Json): Fault => ({
  code: 'invalid-json',
  message: `a piece of the arguments has no place among the others: ${JSON.stringify(piece).slice(0, 200)}`,
});

const GAP: Fault = { code: 'invalid-json', message: 'a list in the arguments lacks items before others' };

// far more than anybody means, and far less than what fills the stack
const MAX_DEPTH = 200;

/** The keys in a path such as `$.a[0]['b c']`; nothing where it is none, or leads to what all objects share. */
function pathOf(text: string): readonly Key[] | undefined {
  if (!text.startsWith('$')) return undefined;
  const keys: Key[] = [];
  const step = new RegExp(STEP);
  step.lastIndex = 1;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return undefined;
    keys.push(keyOf(found));
  }
  const isWithin = keys.length > 0 && keys.length <= MAX_DEPTH;
  return isWithin && typeof keys[0] === 'string' && !keys.includes('__proto__') ? keys : undefined;
}

/** a name, an index, a name in quotes of either kind. */
const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

function keyOf([, name, index, single, double]: readonly (string | undefined)[]): Key {
  if (index !== undefined) return Number(index);
  return name ?? (single ?? double ?? '').replace(/\\(.)/gs, '$1');
}

/** Puts a value in its place, or a piece of a text behind the others; whether there was one. */
function set(root: Branch, path: readonly Key[], value: Node): boolean {
  const last = path.length - 1;
  let at = root;
  for (const [depth, key] of path.entries()) {
    if (at.list !== (typeof key === 'number')) return false;
    const found = at.children.get(key);
    if (depth === last) return put(at, key, found, value);
    const next = found ?? { list: typeof path[depth + 1] === 'number', children: new Map() };
    if (!('children' in next)) return false;
    at.children.set(key, next);
    at = next;
  }
  return false;
}

function put({ children }: Branch, key: Key, found: Node | undefined, value: Node): boolean {
  if (found === undefined || ('value' in found && 'value' in value)) children.set(key, value);
  else if ('pieces' in found && 'pieces' in value) found.pieces.push(...value.pieces);
  else return false;
  return true;
}

function objectOf({ children }: Branch): JsonObject | undefined {
  const members = [...children].map(([key, node]) => [key, jsonOf(node)] as const);
  const known = members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return known.length === members.length ? Object.fromEntries(known) : undefined;
}

function jsonOf(node: Node): Json | undefined {
  if ('value' in node) return node.value;
  if ('pieces' in node) return node.pieces.join('');
  return node.list ? listOf(node) : objectOf(node);
}

function listOf({ children }: Branch): Json | undefined {
  const items = Array.from({ length: children.size }, (_, index) => children.get(index));
  const values = items.flatMap((item) => {
    const value = item && jsonOf(item);
    return value === undefined ? [] : [value];
  });
  return values.length === items.length ? values : undefined;
}
