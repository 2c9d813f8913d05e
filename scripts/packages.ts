import { readdirSync, readFileSync } from 'node:fs';
import { root } from './root.ts';

/** One entry of an exports map: what source, types and code are read from. */
export interface EntryFiles {
  readonly '@toolglot/source': string;
  readonly types: string;
  readonly default: string;
}

/** What we read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly type?: string;
  readonly sideEffects?: boolean;
  readonly engines?: { readonly node: string };
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, EntryFiles>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
}

/** A package of this repository. */
export interface Package {
  /** absolute, no slash at its end. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** All packages, each after those that it depends on. */
export const packages: readonly Package[] = inOrder(
  readdirSync(`${root}/packages`).map((name) => readPackage(`${root}/packages/${name}`)),
);

/** The names of all that a package may import, apart from itself. */
export function importsOf({ manifest }: Package): readonly string[] {
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
}

function readPackage(path: string): Package {
  const manifest: Manifest = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  return { folder: path, manifest };
}

function inOrder(open: readonly Package[]): readonly Package[] {
  const names = new Set(open.map(({ manifest }) => manifest.name));
  const ready = open.filter((item) => importsOf(item).every((name) => !names.has(name)));
  if (ready.length === 0 && open.length > 0) throw new Error(`packages depend on each other: ${[...names].join(', ')}`);
  return open.length === 0 ? [] : [...ready, ...inOrder(open.filter((item) => !ready.includes(item)))];
}
