import { describeValue } from '../errors/describe-value.ts';

/** Throws a `TypeError` where a client that was given has none of the methods, such as `messages.create`, that a model asks. */
export function checkClient(client: unknown, methods: readonly string[], expected: string): void {
  if (client === undefined || methods.some((method) => typeof memberAt(client, method) === 'function')) return;
  const all = methods.map((method) => `'${method}'`).join(' or ');
  throw new TypeError(`client: expected ${expected}, with ${all}, received ${describeValue(client)}`);
}

function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), value);
}
