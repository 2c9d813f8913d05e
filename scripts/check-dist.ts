// after the build: each entry loads in plain Node, its bundle for browsers needs no Node builtin,
// its types stand without source, and the code in the documents compiles with them
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { documentSnippets, typeErrors } from '../test/support/snippets.ts';
import { type Package, packages } from './packages.ts';
import { root } from './root.ts';

/** need a server or a child process, and say so. */
const NODE_ONLY = ['@toolglot/testing', '@toolglot/mcp'];

/** `@toolglot/openai/codec` for the entry `./codec`. */
function entriesOf({ manifest }: Package): readonly string[] {
  return Object.keys(manifest.exports).map((entry) => manifest.name + entry.slice('.'.length));
}

/** throws with Node's own words where an entry does not load, or warns. */
function loadInNode(entries: readonly string[]): void {
  const code = entries.map((entry) => `await import('${entry}');`).join('\n');
  execFileSync(process.execPath, ['--throw-deprecation', '--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** throws where the bundle needs what a browser has not. */
async function bundle(entry: string): Promise<void> {
  await build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
}

/** published types stand on themselves and on packages. */
function checkTypes({ folder }: Package): void {
  const files = readdirSync(`${folder}/dist`).filter((file) => file.endsWith('.d.ts'));
  const astray = files.filter((file) =>
    /\bfrom '[^']*(\/src\/|\.ts)'|import\("[^"]*(\/src\/|\.ts)"\)/.test(readFileSync(`${folder}/dist/${file}`, 'utf8')),
  );
  if (astray.length > 0) throw new Error(`${folder}/dist: types refer to source: ${astray.join(', ')}`);
}

for (const item of packages) {
  const entries = entriesOf(item);
  checkTypes(item);
  loadInNode(entries);
  if (NODE_ONLY.includes(item.manifest.name)) continue;
  for (const entry of entries) await bundle(entry);
}

const errors = typeErrors(documentSnippets(), []);
if (errors.length > 0) throw new Error(`with the published types the documents do not compile:\n${errors.join('\n')}`);
