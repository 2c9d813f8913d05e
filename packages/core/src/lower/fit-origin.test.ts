import { expect, test } from 'vitest';
import type { AssistantMessage, Message } from '../ir/message.ts';
import { isSealed, sealPart } from '../ir/seal.ts';
import { calls, results, target } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const slot = (of: object): object => JSON.parse(JSON.stringify({ test: of }));

/** What only the target's format knows of the first part. */
function slotOf(message: Message | undefined): unknown {
  const [part] = message?.content ?? [];
  return new Map(Object.entries(part?.vendor ?? {})).get('test');
}

const call = sealPart({
  type: 'tool-call',
  id: 'a',
  name: 'f',
  args: {},
  vendor: slot({ signature: 's', id: 'x' }),
} as const);
const said = (origin: AssistantMessage['origin'], ...content: AssistantMessage['content']): AssistantMessage => ({
  role: 'assistant',
  content,
  ...(origin && { origin }),
});
const slotsAt = (changes: Parameters<typeof target>[0], origin: AssistantMessage['origin']) => {
  const { request, losses } = lower({ messages: [said(origin, call), results('a')] }, target(changes));
  return [slotOf(request.messages[0]), losses.map(({ code }) => code)];
};

const own = { codec: 'test', provider: 'test', model: 'model' };

test.each<[string, Parameters<typeof target>[0], AssistantMessage['origin'], boolean]>([
  ['from nowhere in particular', { replay: 'model' }, undefined, true],
  ['of the same model', { replay: 'model' }, own, true],
  ['of the same model, by its dated name', { replay: 'model' }, { ...own, model: 'model-2026-08-07' }, true],
  ['of another model', { replay: 'model' }, { ...own, model: 'model-mini' }, false],
  ['of another model of the provider', { replay: 'provider' }, { ...own, model: 'model-mini' }, true],
  ['of another provider of the format', { replay: 'provider' }, { ...own, provider: 'azure' }, false],
  ['of another provider, where the format is enough', { replay: 'codec' }, { ...own, provider: 'azure' }, true],
  ['of another format', { replay: 'codec' }, { ...own, codec: 'other' }, false],
])('vendor data %s goes back only as far as the profile says', (_title, changes, origin, goes) => {
  expect(slotsAt(changes, origin)).toEqual(goes ? [{ signature: 's', id: 'x' }, []] : [undefined, ['vendor-data']]);
});

test('where the first call of a step has no signature that holds, the profile’s word for none goes there', () => {
  const profile = target({ reasoning: { sentinel: 'none' } });
  const edited = { ...call, args: { city: '上海' } };
  const messages = [said(own, call), results('a'), said(own, edited), results('a'), calls('b', 'c'), results('b', 'c')];
  const { request, losses } = lower({ messages }, profile);
  expect(request.messages.map(slotOf)).toEqual([
    { signature: 's', id: 'x' },
    undefined,
    { signature: 'none', id: 'x' },
    undefined,
    { signature: 'none' },
    undefined,
  ]);
  expect(request.messages[4]?.content[1]?.vendor).toBeUndefined();
  expect(losses.filter(({ code }) => code === 'unsigned-call').map(({ path }) => path)).toEqual([
    'messages[2].content[0]',
    'messages[4].content[0]',
  ]);
  expect(
    request.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool-call').slice(0, 1)).every(isSealed),
  ).toBe(true);
  expect(lower(request, profile)).toMatchObject({ request, losses: [] });
});

test('results are from where their calls are from', () => {
  const answered = (origin: AssistantMessage['origin']): readonly Message[] => [
    said(origin, call),
    { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: 'f', content: [], vendor: slot({ id: 'y' }) }] },
  ];
  const sent = (origin: AssistantMessage['origin']) =>
    slotOf(lower({ messages: answered(origin) }, target()).request.messages[1]);
  expect([sent(own), sent(undefined), sent({ ...own, provider: 'azure' })]).toEqual([{ id: 'y' }, { id: 'y' }, undefined]);
});
