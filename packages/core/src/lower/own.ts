import type { Message } from '../ir/message.ts';
import type { Profile } from '../profile.ts';

/**
 * Whether a message's vendor data may go back to this target: it comes from as near as `profile.replay` demands.
 * One that does not say where it comes from is of the format that it was read from.
 */
export function isOwn(message: Message, { codec, provider, name, replay }: Profile): boolean {
  const origin = message.role === 'assistant' ? message.origin : undefined;
  if (origin === undefined) return true;
  if (origin.codec !== codec) return false;
  if (replay === 'codec') return true;
  if (origin.provider !== provider) return false;
  const model = name.slice(provider.length + 1);
  return replay === 'provider' || origin.model === undefined || undated(origin.model) === undated(model);
}

/** the same model is called by its name, and answers by its name and date. */
const undated = (model: string) => model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '');
