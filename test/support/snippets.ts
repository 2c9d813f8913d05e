import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import ts from 'typescript';
import { root } from '../../scripts/root.ts';
import { type SourceFile, trackedFiles } from './source.ts';

/** A TypeScript block of a document, with the blocks that it continues. */
export interface Snippet {
  /** `README.md:12`: where the fence stands. */
  readonly place: string;
  readonly code: string;
  /** whether the fence says `run`. */
  readonly run: boolean;
  /** the text block that follows: all that the program prints. */
  readonly output?: string;
}

interface Fence {
  readonly line: number;
  /** the words after the three ticks. */
  readonly info: readonly string[];
  readonly body: string;
}

/** All documents that are shown to readers. */
export function documents(): readonly SourceFile[] {
  return trackedFiles().filter(({ path }) => DOCUMENTS.test(path));
}

const DOCUMENTS = /^(README|CONTRIBUTING|docs\/.*|packages\/[^/]+\/README)\.md$/;

/** The blocks fenced as `ts` of all documents. */
export function documentSnippets(): readonly Snippet[] {
  return documents().flatMap(({ path, text }) => parseSnippets(path, text));
}

/** The blocks fenced as `ts` in a document's text. */
export function parseSnippets(document: string, markdown: string): readonly Snippet[] {
  const fences = parseFences(markdown);
  return fences.flatMap((fence, index) => (fence.info[0] === 'ts' ? [snippetOf(document, fences, index, fence)] : []));
}

function snippetOf(document: string, fences: readonly Fence[], index: number, { line, info, body }: Fence): Snippet {
  const next = fences[index + 1];
  const before = info.includes('more') ? codeBefore(fences.slice(0, index)) : '';
  const output = next?.info[0] === 'text' ? { output: next.body } : {};
  return { place: `${document}:${line}`, code: before + body, run: info.includes('run'), ...output };
}

/** the code that a block marked `more` goes on from: back to the last block that is not so marked. */
function codeBefore(fences: readonly Fence[]): string {
  const blocks = fences.filter(({ info }) => info[0] === 'ts');
  const start = blocks.findLastIndex(({ info }) => !info.includes('more'));
  return blocks.slice(Math.max(start, 0)).reduce((code, { body }) => `${code}${body}\n`, '');
}

function parseFences(markdown: string): readonly Fence[] {
  return [...markdown.matchAll(/^```(\S+)[^\S\n]*([^\n]*)\n(.*?)^```$/gms)].map(
    ({ index, 1: language = '', 2: words = '', 3: body = '' }) => ({
      line: markdown.slice(0, index).split('\n').length,
      info: [language, ...words.split(/\s+/)],
      body,
    }),
  );
}

/** What the compiler says of the blocks, in one program; `conditions` are export conditions. */
export function typeErrors(snippets: readonly Snippet[], conditions: readonly string[]): readonly string[] {
  const files = new Map(snippets.map((snippet, index) => [`${root}/snippet-${index}.ts`, snippet]));
  const options = { ...compilerOptions(), customConditions: [...conditions] };
  const program = ts.createProgram([...files.keys()], options, hostWith(files, options));
  return [...files].flatMap(([path, snippet]) => diagnosticsOf(program, path).map((text) => `${snippet.place}: ${text}`));
}

function diagnosticsOf(program: ts.Program, path: string): readonly string[] {
  const file = program.getSourceFile(path);
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return found.map(({ start = 0, messageText }) => {
    const line = file?.text.slice(0, start).split('\n').length ?? 0;
    return `${file?.text.split('\n')[line - 1]?.trim()}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: ['package.json'] }, ts.sys, root).options;
}

/** the compiler's own host, with the blocks laid over the disk. */
function hostWith(files: ReadonlyMap<string, Snippet>, options: ts.CompilerOptions): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  return {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path)?.code ?? disk.readFile(path),
    getSourceFile: (path, target, ...rest) => {
      const snippet = files.get(path);
      return snippet ? ts.createSourceFile(path, snippet.code, target, true) : disk.getSourceFile(path, target, ...rest);
    },
  };
}

const execute = promisify(execFile);

/** What a block prints, run by itself in a fresh process without keys; rejects when it fails. */
export async function runSnippet({ place, code }: Snippet): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const folder = `${root}/node_modules/.cache/toolglot-snippets`;
  const path = `${folder}/${place.replaceAll(/[^\w.]/g, '-')}.mts`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, code);
  const options = { cwd: root, env: { PATH: process.env.PATH }, timeout: 60_000 };
  return execute(process.execPath, ['--conditions=@toolglot/source', '--import', 'tsx', path], options);
}
