import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Package, packages } from '../scripts/packages.ts';
import { root } from '../scripts/root.ts';
import { type Findings, findingsOf, type SourceFile, trackedFiles } from './support/source.ts';

const files = trackedFiles();
const code = files
  .filter(({ path }) => /^(packages|examples|bench|scripts|test)\/.*\.ts$/.test(path))
  .map((file) => ({ ...file, ...findingsOf(file) }));
const source = code.filter(
  ({ path }) => /^packages\/[^/]+\/src\//.test(path) && !/(\.(test|test-d|fixtures)\.ts|\/fixtures\/.*)$/.test(path),
);

type Code = SourceFile & Findings;
type Found = string | number | boolean | undefined;

/** where something was found: `path: what`. */
function places<T extends SourceFile>(among: readonly T[], find: (file: T) => Found): readonly string[] {
  return among.flatMap((file) => [find(file)].filter(Boolean).map((found) => `${file.path}: ${found}`));
}

function longFunction({ functions }: Code): Found {
  const long = functions.find(({ lines }) => lines > 40);
  return long && `${long.lines} lines from line ${long.line}`;
}

describe('the source is small and plain', () => {
  test('a file has at most 250 lines, but for wire types', () => {
    expect(places(source, ({ path, lines }) => !/\bwire\b/.test(path) && lines > 250 && lines)).toEqual([]);
  });

  test('a function has at most 40 lines', () => {
    expect(places(source, longFunction)).toEqual([]);
  });

  test('`any` stands only where a comment gives its reason', () => {
    const reasons = ({ text }: SourceFile) => text.match(/biome-ignore lint\/suspicious\/noExplicitAny: \w+/g)?.length ?? 0;
    expect(places(source, (file) => file.any > 0 && reasons(file) === 0 && file.any)).toEqual([]);
  });

  test('a package has at most 3 casts in 1000 lines, and none is doubled', () => {
    const own = ({ folder }: Package) => source.filter(({ path }) => `${root}/${path}`.startsWith(`${folder}/`));
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
    const rates = packages.map((item) => {
      const casts = sum(own(item).map((file) => file.casts));
      return {
        name: item.manifest.name,
        casts,
        allowed: Math.max(1, Math.floor((3 * sum(own(item).map(({ lines }) => lines))) / 1000)),
      };
    });
    expect(rates.filter(({ casts, allowed }) => casts > allowed)).toEqual([]);
    expect(places(source, ({ doubleCasts }) => doubleCasts)).toEqual([]);
  });

  test('nothing is exported by default, and every entry lists its exports by name', () => {
    expect(places(code, ({ path, defaultExport }) => !path.startsWith('examples/') && defaultExport)).toEqual([]);
    expect(places(source, ({ exportAll }) => exportAll)).toEqual([]);
  });
});

test('a fact about a model is data: no code asks for its name', () => {
  const name = /^\W{0,3}(claude|gpt|gemini|deepseek|qwen|kimi|glm|grok|mistral|llama|o[1345])\b/;
  const asking = source.filter(({ path }) => !/profile|families/.test(path));
  expect(places(asking, ({ literals }) => literals.find((text) => name.test(text)))).toEqual([]);
});

describe.each(packages)('$manifest.name', ({ folder, manifest }) => {
  test('says what it is, in its README', () => {
    expect(readFileSync(`${folder}/README.md`, 'utf8')).toMatch(new RegExp(`^# \`?${manifest.name}\`?\\n\\n\\S`));
  });

  test('has for each entry its source, its types and its code, in this order', () => {
    const wanted = Object.keys(manifest.exports).map((entry) => {
      const name = entry === '.' ? 'index' : entry.slice('./'.length);
      return [
        entry,
        [
          ['@toolglot/source', `./src/${name}.ts`],
          ['types', `./dist/${name}.d.ts`],
          ['default', `./dist/${name}.js`],
        ],
      ];
    });
    expect(Object.entries(manifest.exports).map(([entry, names]) => [entry, Object.entries(names)])).toEqual(wanted);
    expect(Object.values(manifest.exports).filter((names) => !existsSync(`${folder}/${names['@toolglot/source']}`))).toEqual([]);
  });

  test('is published like the others', () => {
    const { license, type, sideEffects, engines, files: published, version } = manifest;
    expect({ license, type, sideEffects, engines, files: published }).toEqual({
      license: 'MIT',
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20.19' },
      files: ['dist', 'README.md'],
    });
    expect(new Set(packages.map((item) => item.manifest.version))).toEqual(new Set([version]));
  });

  test('takes what it may miss as an optional peer', () => {
    const optional = Object.keys(manifest.peerDependenciesMeta ?? {});
    expect(Object.keys(manifest.peerDependencies ?? {}).sort()).toEqual(optional.sort());
  });
});

test('each vendor has the entries for models, codec, rules and profiles', () => {
  const vendors = packages.filter(({ manifest }) => './codec' in manifest.exports);
  expect(vendors.length).toBeGreaterThan(0);
  for (const { manifest } of vendors)
    expect(Object.keys(manifest.exports)).toEqual(expect.arrayContaining(['.', './codec', './rules', './profiles']));
});

describe('the repository is at home anywhere', () => {
  const FOREIGN = {
    'a path of a machine': /(?<![\w.])\/(work|home|root|Users)\/[\w.]/,
    'a host of a registry': /registry\.(?!org)[a-z]+|npm[m]irror|\bartifactory\b|\bjfrog\b/i,
    'a mail address': /[\w.+-]+@(?!example\.)[\w-]+(\.[\w-]+)*\.(com|org|net|io|dev|cn)\b/i,
  };

  test.each(Object.entries(FOREIGN))('no file has %s', (_, pattern) => {
    expect(places(files, ({ text }) => pattern.exec(text)?.[0])).toEqual([]);
  });

  test.each([
    ['/', 'home/me'],
    ['registry', '.npmjs'],
    ['me', '@mail.dev'],
  ])('what is looked for would be found: %s…', (start, end) => {
    expect(Object.values(FOREIGN).filter((pattern) => pattern.test(`at ${start}${end}`))).toHaveLength(1);
  });

  test('the lock file says no place to download from', () => {
    const lock = files.find(({ path }) => path === 'package-lock.json');
    expect(lock?.text.match(/"resolved": "(?!packages\/).*"/g)).toBeNull();
  });
});
