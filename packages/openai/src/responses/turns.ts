import { isJsonObject, type JsonObject } from '@toolglot/core';
import { readFilled } from '@toolglot/core/kit';
import { isCallType } from './calls.ts';
import { isClientCall } from './client-kinds.ts';
import { isResult } from './results.ts';

/** Whose an item is. `whole`: it is none that stands in a message, and is kept as it is. */
export type Place = 'system' | 'user' | 'approval' | 'added' | 'whole' | 'assistant' | 'tool';

/** Items that are one message. */
export interface Run {
  readonly place: Place;
  readonly items: readonly unknown[];
  /** index of the first. */
  readonly from: number;
}

/** Neighbouring items of a model's turn in one run, and so neighbouring results, and answers to tools that ask. */
export function runsOf(items: readonly unknown[]): readonly Run[] {
  const runs: { place: Place; items: unknown[]; from: number }[] = [];
  const calls = new Set<string>();
  items.forEach((item, index) => {
    const place = placeOf(item, calls);
    const last = runs.at(-1);
    if (last?.place === place && JOINED.has(place)) last.items.push(item);
    else runs.push({ place, items: [item], from: index });
    if (isJsonObject(item) && isCallType(item.type) && isClientCall(item)) calls.add(readFilled(item.call_id) ?? '');
  });
  return runs;
}

const JOINED: ReadonlySet<Place> = new Set<Place>(['assistant', 'tool', 'approval']);

/** `calls` are the ids of those that the program ran. */
function placeOf(item: unknown, calls: ReadonlySet<string>): Place {
  if (!isJsonObject(item)) return 'whole';
  if (isResult(item, calls)) return 'tool';
  const place = byType.get(item.type) ?? byRole(item);
  return place ?? (typeof item.type === 'string' ? 'assistant' : 'whole');
}

function byRole({ type, role, content }: JsonObject): Place | undefined {
  const isMessage = (type === undefined || type === 'message') && (typeof content === 'string' || Array.isArray(content));
  if (!isMessage) return type === 'message' ? 'whole' : undefined;
  return roles.get(role) ?? 'whole';
}

const roles: ReadonlyMap<unknown, Place> = new Map<unknown, Place>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

const byType: ReadonlyMap<unknown, Place> = new Map<unknown, Place>([
  ['mcp_approval_response', 'approval'],
  ['additional_tools', 'added'],
  ['compaction_trigger', 'whole'],
]);
