import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { readFilled } from '@toolglot/core/kit';
import { firstIn, rule } from '../rule.ts';
import { itemsOf, type PlacedItem } from './item.ts';

const notStored = rule('not-stored', undefined, missing);

/**
 * What must be replayed together. Whether a call or a message with its id was made with reasoning cannot be told from a body, so
 * that such an item without its reasoning breaks no rule.
 */
export const reasoningRules: readonly Rule[] = [
  rule('reasoning-alone', undefined, reasoningAlone),
  { ...notStored, error: { ...notStored.error, status: 404, kind: 'not-found' } },
];

/** what the model does not produce. */
const FROM_US: ReadonlySet<string> = new Set([
  ...['function_call_output', 'custom_tool_call_output', 'computer_call_output', 'local_shell_call_output'],
  ...['shell_call_output', 'apply_patch_call_output', 'mcp_approval_response', 'additional_tools', 'configuration_update'],
]);

const isProduct = ({ item, type }: PlacedItem) =>
  readFilled(item.id) !== undefined && !FROM_US.has(type) && (type !== 'message' || item.role === 'assistant');

/** reasoning with an id stands before more reasoning, or before the item it led to, with that item's own id. */
function reasoningAlone(body: JsonObject): Violation | undefined {
  const items = itemsOf(body);
  return firstIn(items, ({ item, type }, index) => {
    const id = type === 'reasoning' ? readFilled(item.id) : undefined;
    const next = items.slice(index + 1).find((other) => other.type !== 'reasoning');
    if (id === undefined || (next && isProduct(next))) return undefined;
    return {
      path: 'input',
      message: `Item '${id}' of type 'reasoning' was provided without its required following item.`,
    };
  });
}

/** without storage there is nothing that an id could point to. */
function missing(body: JsonObject): Violation | undefined {
  if (body.store !== false) return undefined;
  return firstIn(itemsOf(body), ({ item, type }) => {
    const id = readFilled(item.id);
    const isPointer = type === 'item_reference' || (type === 'reasoning' && readFilled(item.encrypted_content) === undefined);
    if (id === undefined || !isPointer) return undefined;
    const hint = 'Items are not persisted when `store` is set to false.';
    return {
      path: 'input',
      message: `Item with id '${id}' not found. ${hint} Try again with \`store\` set to true, or remove this item from your input.`,
    };
  });
}
