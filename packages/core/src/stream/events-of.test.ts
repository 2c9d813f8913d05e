import { expect, test } from 'vitest';
import type { AssistantPart } from '../ir/message.ts';
import { sealPart } from '../ir/seal.ts';
import { eventsOf } from './events-of.ts';

const vendor = { 'some-format': { id: 'x' } };

/** with a slot of a format that no package here declares. */
const withSlot = (part: AssistantPart): AssistantPart => JSON.parse(JSON.stringify({ ...part, vendor }));

test('a start has what was kept of its part, unless the part was changed since', () => {
  const kept = withSlot(sealPart({ type: 'text', text: 'a' }));
  const changed: AssistantPart = { ...kept, type: 'text', text: 'b' };
  const call = withSlot({ type: 'tool-call', id: 'c', name: 'f', args: {} });
  const events = eventsOf({ message: { role: 'assistant', content: [kept, changed, call] }, finish: { reason: 'stop' } });
  expect(events.filter(({ type }) => type === 'text-start' || type === 'tool-call-start')).toEqual([
    { type: 'text-start', key: '0', vendor },
    { type: 'text-start', key: '1' },
    { type: 'tool-call-start', key: '2', id: 'c', name: 'f', vendor },
  ]);
});
