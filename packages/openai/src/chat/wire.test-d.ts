import { expectTypeOf, test } from 'vitest';
import type { WireAssistant, WireBody, WireCall, WireTool, WireToolChoice } from './wire.ts';

test('a wrong body is a compile error', () => {
  expectTypeOf<{ messages: [] }>().toExtend<WireBody>();
  // @ts-expect-error a misspelled field
  const misspelled: WireBody = { messages: [], max_token: 1 };
  // @ts-expect-error a text where a number is wanted
  const wrongType: WireBody = { messages: [], temperature: '1' };
  // @ts-expect-error arguments are text, not an object
  const args: WireCall = { id: 'a', type: 'function', function: { name: 'f', arguments: {} } };
  // @ts-expect-error the flat form belongs to the other format
  const flat: WireTool = { type: 'function', name: 'f', parameters: {} };
  // @ts-expect-error the choice of a tool is nested here
  const choice: WireToolChoice = { type: 'function', name: 'f' };
  // @ts-expect-error an assistant does not show images
  const image: WireAssistant = { role: 'assistant', content: [{ type: 'image_url', image_url: { url: '' } }] };
  void [misspelled, wrongType, args, flat, choice, image];
});
