import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from '../../scripts/root.ts';

/** A file of the repository: its path below the root, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All text files that are, or are about to be, tracked. */
export function trackedFiles(): readonly SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list.split('\0').filter(Boolean).flatMap(readText);
}

function readText(path: string): readonly SourceFile[] {
  try {
    return [{ path, text: readFileSync(`${root}/${path}`, 'utf8') }];
  } catch {
    // tracked, and deleted in the working tree
    return [];
  }
}

/** What the house rules limit, as found in one TypeScript file. */
export interface Findings {
  readonly lines: number;
  readonly any: number;
  /** `x as T` and `<T>x`; `as const` is no cast. */
  readonly casts: number;
  /** casts of casts. */
  readonly doubleCasts: number;
  /** functions, each by its first line and its length in lines. */
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
  readonly defaultExport: boolean;
  /** `export * from`, in either form. */
  readonly exportAll: boolean;
  /** all text literals, templates in pieces. */
  readonly literals: readonly string[];
}

/** Finds what the house rules limit. */
export function findingsOf({ path, text }: SourceFile): Findings {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const nodes = descendants(file);
  const casts = nodes.filter(isCast);
  return {
    lines: text.split('\n').length - 1,
    any: nodes.filter(({ kind }) => kind === ts.SyntaxKind.AnyKeyword).length,
    casts: casts.length,
    doubleCasts: casts.filter(({ expression }) => isCast(expression)).length,
    functions: nodes.filter(isFunction).map((node) => span(file, node)),
    defaultExport: nodes.some((node) => ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword),
    exportAll: file.statements.some(isExportAll),
    literals: nodes.filter(isText).map((node) => node.text),
  };
}

function descendants(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

function isCast(node: ts.Node): node is ts.AsExpression | ts.TypeAssertion {
  return ts.isAssertionExpression(node) && !ts.isConstTypeReference(node.type);
}

function isFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function isExportAll(node: ts.Statement): boolean {
  return ts.isExportDeclaration(node) && (node.exportClause === undefined || ts.isNamespaceExport(node.exportClause));
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node)
  );
}

function span(file: ts.SourceFile, node: ts.Node): { readonly line: number; readonly lines: number } {
  const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
  return { line: first + 1, lines: file.getLineAndCharacterOfPosition(node.end).line - first + 1 };
}
