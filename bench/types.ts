import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// what 100 tools in one `run` cost in type checking, over the same program without them
const TOOLS = 100;
const ROUNDS = 3;
const root = fileURLToPath(new URL('..', import.meta.url));
// inside the repository, so that packages are found; it is never written
const file = `${root}bench/program-of-many-tools.ts`;

const head = `import { tool } from '@toolglot/core';
import { run } from '@toolglot/runner';
import { z } from 'zod';
declare const model: Parameters<typeof run>[0]['model'];
void [tool, run, z, model];
export {};
`;

const toolText = (index: number) => `const t${index} = tool({
  name: 'tool_${index}',
  description: 'The tool number ${index}.',
  input: z.object({ a${index}: z.string(), b: z.number().optional(), c: z.enum(['x', 'y']).default('x'), d: z.array(z.object({ e: z.boolean() })) }),
  needsApproval: ({ c }) => c === 'y',
  execute: async ({ a${index}, d }, { signal }) => ({ n${index}: a${index}.length + d.length, aborted: signal.aborted }),
});
`;

const indexes = Array.from({ length: TOOLS }, (_, index) => index);
const withTools = `${head}${indexes.map(toolText).join('')}
const result = await run({ model, tools: [${indexes.map((index) => `t${index}`).join(', ')}], prompt: 'x' });
for (const call of result.calls) if (call.name === 'tool_7' && call.outcome.status === 'done') call.outcome.value.n7.toFixed();
`;

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [file] }, ts.sys, root);

/** Seconds that checking one program takes, once it is read. Throws when it does not compile. */
function secondsFor(text: string): number {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, target) =>
    name === file ? ts.createSourceFile(name, text, target, true) : getSourceFile(name, target);
  const program = ts.createProgram([file], options, host);
  const start = performance.now();
  const found = program.getSemanticDiagnostics(program.getSourceFile(file));
  const seconds = (performance.now() - start) / 1000;
  if (found.length > 0) throw new Error(ts.formatDiagnostics(found, host));
  return seconds;
}

const best = (text: string) => Math.min(...Array.from({ length: ROUNDS }, () => secondsFor(text)));
const none = best(head);
const many = best(withTools);
console.log(`time to check, best of ${ROUNDS}: no tools ${none.toFixed(2)} s, ${TOOLS} tools ${many.toFixed(2)} s`);
console.log(`difference ${(many - none).toFixed(2)} s, ratio ${(many / none).toFixed(2)}`);
