import { isJsonObject, type Json, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';

/** An object of a body, and where it stands. */
export interface Node {
  readonly value: JsonObject;
  readonly path: string;
}

/** One content: who speaks, in what parts. */
export interface Turn extends Node {
  /** absent where the body has none. */
  readonly role: string | undefined;
  readonly parts: readonly Node[];
}

type Check = (body: JsonObject) => Violation | undefined;

/** A rule over bodies that are objects; the vendor answers 400 `INVALID_ARGUMENT`. */
export function rule(id: string, check: Check): Rule {
  return {
    id,
    check: (body) => (isJsonObject(body) ? check(body) : undefined),
    error: { status: 400, kind: 'invalid-request', type: 'INVALID_ARGUMENT' },
  };
}

/** A rule that looks at each part of the contents. */
export function partRule(id: string, check: (part: Node) => Violation | undefined): Rule {
  return rule(id, (body) => first(turnsOf(body), ({ parts }) => first(parts, check)));
}

/** What the first item gives for which there is something to give. */
export function first<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A member by its name in camelCase, or as the same in snake_case; `null` is as good as absent. */
export function member(object: JsonObject, name: string): Json | undefined {
  return (
    ownMember(object, name) ??
    ownMember(
      object,
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ) ??
    undefined
  );
}

function ownMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A member that is an object. */
export function objectMember(object: JsonObject, name: string): JsonObject | undefined {
  const value = member(object, name);
  return isJsonObject(value) ? value : undefined;
}

/** The items of a member; a lone one is taken for a list of it. */
export function listMember(object: JsonObject, name: string): readonly Json[] {
  const value = member(object, name);
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** The objects in a member, each with its path. */
export function nodesOf({ value, path }: Node, name: string): readonly Node[] {
  return listMember(value, name).flatMap((item, index) =>
    isJsonObject(item) ? [{ value: item, path: joinPath(path, `${name}[${index}]`) }] : [],
  );
}

function joinPath(path: string, name: string): string {
  return path === '' || name === '' ? `${path}${name}` : `${path}.${name}`;
}

export function turnsOf(body: JsonObject): readonly Turn[] {
  return nodesOf({ value: body, path: '' }, 'contents').map((node) => ({
    ...node,
    role: readText(member(node.value, 'role')),
    parts: nodesOf(node, 'parts'),
  }));
}

export function isModel({ role }: Turn): boolean {
  return role === 'model';
}

/** All declarations of functions, of all tools. */
export function declarationsOf(body: JsonObject): readonly Node[] {
  return nodesOf({ value: body, path: '' }, 'tools').flatMap((tool) => nodesOf(tool, 'functionDeclarations'));
}

/** Whether functions of ours are on offer. */
export const offersFunctions = (body: JsonObject): boolean => declarationsOf(body).length > 0;

/** Tools on offer that the vendor runs itself, by their names in camelCase. */
export function builtInsOf(body: JsonObject): readonly string[] {
  return nodesOf({ value: body, path: '' }, 'tools').flatMap(({ value }) =>
    Object.keys(value)
      .map(camelCase)
      .filter((name) => name !== 'functionDeclarations' && member(value, name) !== undefined),
  );
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A value for a message: text as it is, numbers and the like in digits, all else by its kind. */
export function said(value: Json | undefined): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return String(value);
}
