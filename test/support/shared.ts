import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { root } from '../../scripts/root.ts';

const folder = fileURLToPath(new URL(process.env.TOOLGLOT_SHARED ?? '../shared', `file://${root}/`)).replace(/\/$/, '');

/** Where a file or folder of the shared data lies, or `undefined` where it is absent. */
function sharedPath(name = ''): string | undefined {
  const path = name === '' ? folder : `${folder}/${name}`;
  return existsSync(path) ? path : undefined;
}

/** Tests over shared data, given its path; one skip with its reason where the data is absent. */
export function describeShared(title: string, name: string, body: (path: string) => void): void {
  const path = sharedPath(name);
  if (path === undefined) skipped(title, `the shared data '${name}' is not at hand (TOOLGLOT_SHARED names its folder)`);
  else describe(title, () => body(path));
}

/** A test that is skipped, and says why. */
function skipped(title: string, reason: string): void {
  test(title, ({ skip }) => skip(reason));
}

/** The values of a file with one JSON value a line. */
export function readJsonLines(path: string): readonly unknown[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line): unknown => JSON.parse(line));
}
