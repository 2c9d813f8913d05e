import type { Message, Request } from '@toolglot/core';

/** One way to spoil a request, to see that the spoiled one is refused. */
export interface Mutator {
  /** stable kebab-case name. */
  readonly id: string;
  /** a spoiled copy; `undefined` where the request has nothing to spoil in this way. */
  apply(request: Request): Request | undefined;
}

type Role = Message['role'];
type MessageOf<R extends Role> = Extract<Message, { role: R }>;

/** Replaces the last message of a role for which `change` gives replacements. */
export function changeLast<R extends Role>(
  request: Request,
  role: R,
  change: (message: MessageOf<R>) => readonly Message[] | undefined,
): Request | undefined {
  for (let index = request.messages.length - 1; index >= 0; index--) {
    const message = request.messages[index];
    const changed = message && isOf(message, role) ? change(message) : undefined;
    if (changed) return { ...request, messages: request.messages.toSpliced(index, 1, ...changed) };
  }
  return undefined;
}

function isOf<R extends Role>(message: Message, role: R): message is MessageOf<R> {
  return message.role === role;
}
