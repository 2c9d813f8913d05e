import { defineConfig, type Options } from 'tsup';
import { importsOf, type Package, packages } from './scripts/packages.ts';

/** One package: every entry of its exports map and its commands; all that it imports stays outside. */
function optionsOf(item: Package): Options {
  const { exports, name } = item.manifest;
  const sources = Object.values(exports).map((files) => [files.default, files['@toolglot/source']] as const);
  return {
    name,
    entry: Object.fromEntries(sources.map(([built, source]) => [entryName(built), `${item.folder}/${source}`])),
    outDir: `${item.folder}/dist`,
    external: [/^node:/, ...importsOf(item).map((dependency) => new RegExp(`^${dependency}($|/)`))],
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: true,
    sourcemap: true,
    // no module of ours acts by being loaded: what is not used of a shared chunk is not imported
    treeshake: { moduleSideEffects: false },
    clean: true,
    silent: true,
    removeNodeProtocol: false,
  };
}

/** `./dist/codec.js` is made by the entry `codec`. */
function entryName(built: string): string {
  return built.replace(/^\.\/dist\/(.*)\.js$/, '$1');
}

export default defineConfig(packages.map(optionsOf));
