import type { Json, JsonObject, Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { firstIn } from '../rule.ts';
import { itemsOf } from './item.ts';

/** A tool, its place in the body, and the namespace that it stands in. */
export interface PlacedTool {
  readonly tool: JsonObject;
  readonly path: string;
  readonly namespace?: string;
}

/** The tools of a body, also those that are added on the way, each namespace before its own tools. */
export function toolsOf(body: JsonObject): readonly PlacedTool[] {
  const added = itemsOf(body).filter(({ type }) => type === 'additional_tools');
  return [
    ...listed(body.tools, 'tools', undefined),
    ...added.flatMap(({ item, path }) => listed(item.tools, `${path}.tools`, undefined)),
  ];
}

function listed(tools: Json | undefined, path: string, namespace: string | undefined): readonly PlacedTool[] {
  return readList(tools).flatMap((value, index) => {
    const tool = readObject(value);
    const at = `${path}[${index}]`;
    const inner = namespace === undefined && tool.type === 'namespace' ? listed(tool.tools, `${at}.tools`, nameOf(tool)) : [];
    return [{ tool, path: at, ...(namespace !== undefined && { namespace }) }, ...inner];
  });
}

const nameOf = ({ name }: JsonObject) => readText(name) ?? '';

/** The first thing that is wrong with a tool. */
export function firstTool(body: JsonObject, check: (placed: PlacedTool) => Violation | undefined): Violation | undefined {
  return firstIn(toolsOf(body), check);
}

/** Whether a tool has a name of its own, and is called by it. */
export const isNamed = ({ tool: { type } }: PlacedTool): boolean =>
  type === 'function' || type === 'custom' || type === 'namespace';
