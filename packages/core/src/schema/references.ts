import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { at, mapChildren } from './children.ts';
import { decodePointer, type Path } from './path.ts';

/** Finds what a `$ref` means. `base` is the path of the nearest node above with an `$id`. */
export interface References {
  /** the path of the target, where it is in this schema. */
  resolve(ref: string, base: Path): Path | undefined;
  /** the base at a path. */
  baseAt(path: Path): Path;
  readonly root: JsonObject;
}

/** The names that parts of a schema go by: each `$id`, and each `$anchor` under its base. */
export function indexReferences(root: JsonObject): References {
  const names = new Map<string, Path>();
  collectNames(root, [], [], names);
  const resolve = (ref: string, base: Path) => {
    const [document = '', fragment = ''] = ref.split('#', 2);
    const start = document === '' ? base : names.get(document);
    const path = start && locate(start, fragment, names);
    return path && isSchema(at(root, path)) ? path : undefined;
  };
  const baseAt = (path: Path) =>
    path.reduce<Path>((base, _step, index) => baseOf(at(root, path.slice(0, index)), path.slice(0, index), base), []);
  return { resolve, baseAt, root };
}

/** The base for the children of a node. */
export function baseOf(node: Json | undefined, path: Path, base: Path): Path {
  return isJsonObject(node) && typeof node.$id === 'string' && !node.$id.startsWith('#') ? path : base;
}

function locate(start: Path, fragment: string, names: ReadonlyMap<string, Path>): Path | undefined {
  if (fragment === '') return start;
  if (!fragment.startsWith('/')) return names.get(anchorName(start, fragment));
  const steps = decodePointer(fragment);
  return steps && [...start, ...steps];
}

function collectNames(node: Json, path: Path, base: Path, names: Map<string, Path>): void {
  if (!isJsonObject(node)) return;
  const inner = baseOf(node, path, base);
  const { $id, $anchor } = node;
  if (typeof $id === 'string') names.set($id.startsWith('#') ? anchorName(base, $id.slice(1)) : $id.replace(/#$/, ''), path);
  if (typeof $anchor === 'string') names.set(anchorName(inner, $anchor), path);
  mapChildren(node, (child, steps) => {
    collectNames(child, [...path, ...steps], inner, names);
    return child;
  });
}

function anchorName(base: Path, anchor: string): string {
  return JSON.stringify([base, anchor]);
}

function isSchema(value: Json | undefined): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}
