import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { firstIn, rule } from '../rule.ts';
import { callIdOf, goesOn, isOutput, itemsOf, outputTypeOf, type PlacedItem } from './item.ts';

/** Which calls must be answered, and how often. Outputs may come in any order, anywhere behind their calls. */
export const pairingRules: readonly Rule[] = [
  rule('unanswered-call', undefined, unanswered),
  rule('orphan-output', undefined, orphan),
  rule('duplicate-call', undefined, duplicateCall),
  rule('duplicate-output', undefined, duplicateOutput),
];

const answers = (call: PlacedItem, output: PlacedItem) =>
  outputTypeOf(call) === output.type && callIdOf(call) === callIdOf(output);

const worded = (type: string) => type.replaceAll('_', ' ');

function unanswered(body: JsonObject): Violation | undefined {
  const items = itemsOf(body);
  const open = items.find((item) => {
    const isCall = outputTypeOf(item) !== undefined && callIdOf(item) !== undefined;
    return isCall && !items.some((output) => answers(item, output));
  });
  return open && { path: 'input', message: `No tool output found for ${worded(open.type)} ${callIdOf(open) ?? ''}.` };
}

/** its call may lie on the server, or be named by a reference. */
function orphan(body: JsonObject): Violation | undefined {
  const items = itemsOf(body);
  if (goesOn(body) || items.some(({ type }) => type === 'item_reference')) return undefined;
  return firstIn(items, (output, index) => {
    const id = callIdOf(output);
    if (!isOutput(output) || id === undefined) return undefined;
    if (items.slice(0, index).some((call) => answers(call, output))) return undefined;
    return { path: 'input', message: `No tool call found for ${worded(output.type)} with call_id ${id}.` };
  });
}

function duplicateCall(body: JsonObject): Violation | undefined {
  const repeated = firstRepeated(itemsOf(body).filter((item) => outputTypeOf(item) !== undefined));
  return repeated && { path: `${repeated.path}.call_id`, message: `Duplicate 'call_id': ${callIdOf(repeated) ?? ''}` };
}

function duplicateOutput(body: JsonObject): Violation | undefined {
  const repeated = firstRepeated(itemsOf(body).filter(isOutput));
  if (repeated === undefined) return undefined;
  return { path: `${repeated.path}.call_id`, message: `Duplicate ${repeated.type} for call_id ${callIdOf(repeated) ?? ''}` };
}

function firstRepeated(items: readonly PlacedItem[]): PlacedItem | undefined {
  const ids = items.map(callIdOf);
  return items.find((_item, index) => ids[index] !== undefined && ids.indexOf(ids[index]) !== index);
}
