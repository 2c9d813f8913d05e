import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/root.ts';
import { documentSnippets, documents, parseSnippets, runSnippet, typeErrors } from './support/snippets.ts';

const SOURCE = ['@toolglot/source'];
const snippets = documentSnippets();

const SAMPLE = [
  '```ts',
  'const n: number = 1;',
  '```',
  '```ts more run',
  'console.log(n + 1);',
  '```',
  'prints',
  '```text',
  '2',
  '```',
  '',
].join('\n');

test('every block of the documents compiles', () => {
  expect(typeErrors(snippets, SOURCE)).toEqual([]);
}, 120_000);

test('every link to a file of the repository leads there', () => {
  const broken = documents().flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(new URL(target, `file://${root}/${path}`)))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('a block that does not compile is told by its place and its line', () => {
  const wrong = {
    place: 'a.md:1',
    code: "import type { Json } from '@toolglot/core';\nconst json: Json = () => 1;\n",
    run: false,
  };
  expect(typeErrors([wrong], SOURCE)).toEqual([
    expect.stringMatching(/^a\.md:1: const json: Json = \(\) => 1;: Type '\(\) => number'/),
  ]);
}, 120_000);

test('a block marked `more` goes on from the one before, and the text after it is what it prints', async () => {
  const [, second] = parseSnippets('a.md', SAMPLE);
  expect(second).toEqual({ place: 'a.md:4', code: 'const n: number = 1;\n\nconsole.log(n + 1);\n', run: true, output: '2\n' });
  expect(second && (await runSnippet(second)).stdout).toBe('2\n');
});

describe('blocks marked `run`', { timeout: 60_000 }, () => {
  test.concurrent.for(snippets.filter(({ run }) => run))('$place runs, and prints what it says', async (snippet, { expect }) => {
    const { stdout, stderr } = await runSnippet(snippet);
    expect(stderr).toBe('');
    if (snippet.output !== undefined) expect(stdout).toBe(snippet.output);
  });
});
