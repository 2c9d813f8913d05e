import type { AssistantMessage, Message, ToolMessage, UserMessage } from '../ir/message.ts';
import { extendProfile, type Profile, type ProfileChanges } from '../profile.ts';

/** A target that takes everything: tests say what theirs does not. */
const anything: Profile = {
  name: 'test:model',
  provider: 'test',
  codec: 'test',
  tools: 'native',
  limits: { name: { pattern: '^[a-zA-Z0-9_-]+$', max: 64 }, id: { pattern: '^[a-zA-Z0-9_-]+$', max: 40 } },
  choice: { none: 'native', required: 'native', named: 'native', subset: 'native', whenReasoning: 'any' },
  parallel: 'switch',
  schema: { dialect: 'none', strict: 'any', hints: ['examples', 'deferred', 'unbuffered'] },
  results: { content: 'parts', media: ['*'], mediaInError: true, errorFlag: true, name: false },
  reasoning: { efforts: ['minimal', 'low', 'medium', 'high', 'max'], off: true, replay: 'optional' },
  replay: 'provider',
  turns: { first: 'any', last: 'any', blank: true, system: 'anywhere', prefill: true, order: 'free' },
  settings: { allow: ['maxTokens', 'temperature', 'topP', 'stop', 'seed', 'reasoning', 'streamUsage'] },
  media: ['*'],
  hosted: ['*'],
  cache: { style: 'none' },
};

export const target = (changes: ProfileChanges = {}): Profile => extendProfile(anything, changes);

export const user = (text: string): UserMessage => ({ role: 'user', content: [{ type: 'text', text }] });
export const says = (text: string): AssistantMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });
export const calls = (...ids: string[]): AssistantMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool-call', id, name: 'get_weather', args: { city: id } })),
});
export const results = (...ids: string[]): ToolMessage => ({
  role: 'tool',
  content: ids.map((callId) => ({
    type: 'tool-result',
    callId,
    name: 'get_weather',
    content: [{ type: 'text', text: `${callId} 22°C` }],
  })),
});

/** What a conversation looks like at a glance: `user`, `call a b`, `result a b!` (`!` marks an error). */
export const outline = (messages: readonly Message[]): string[] => messages.map(outlineOf);

function outlineOf(message: Message): string {
  if (message.role === 'tool')
    return `result ${message.content.map(({ callId, isError }) => callId + (isError ? '!' : '')).join(' ')}`;
  const called = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
  if (called.length > 0) return `call ${called.join(' ')}`;
  return `${message.role} ${message.content.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`;
}
