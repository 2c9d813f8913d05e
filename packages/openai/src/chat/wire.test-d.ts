import { expectTypeOf, test } from 'vitest';
import type {
  Draft,
  WireAnswer,
  WireAnswerMessage,
  WireAssistant,
  WireBody,
  WireCall,
  WireChoice,
  WireCustom,
  WireErrorObject,
  WireFunction,
  WireTool,
  WireToolChoice,
  WireUsage,
} from './wire.ts';

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

test('so is a wrong object whose members may still be undefined', () => {
  ({ max_completion_tokens: undefined, stop: ['a'] }) satisfies Draft<WireBody>;
  // @ts-expect-error a misspelled field
  ({ max_completion_token: undefined }) satisfies Draft<WireBody>;
  // @ts-expect-error a word that is none
  ({ reasoning_effort: 'hard' }) satisfies Draft<WireBody>;
  // @ts-expect-error the schema of a function is its parameters
  ({ name: 'f', input: {} }) satisfies Draft<WireFunction>;
  // @ts-expect-error a grammar that is not known
  ({ name: 'f', format: { type: 'grammar', grammar: { syntax: 'peg', definition: '' } } }) satisfies Draft<WireCustom>;
  // @ts-expect-error an assistant that has another role
  ({ role: 'model', content: null }) satisfies Draft<WireAssistant>;
});

test('a wrong answer is a compile error', () => {
  // @ts-expect-error the object is a completion, not a chunk
  ({ object: 'chat.completion.chunk' }) satisfies Draft<WireAnswer>;
  // @ts-expect-error choices are a list
  ({ choices: {} }) satisfies Draft<WireAnswer>;
  // @ts-expect-error a message tells its refusal, if only by null
  ({ role: 'assistant', content: null }) satisfies WireAnswerMessage;
  // @ts-expect-error the end has another name
  ({ index: 0, logprobs: null, stop_reason: 'stop' }) satisfies Draft<WireChoice>;
  // @ts-expect-error the words of the other format
  ({ input_tokens: 1, output_tokens: 1 }) satisfies Draft<WireUsage>;
  // @ts-expect-error the code is text
  ({ message: 'a', code: 400 }) satisfies Draft<WireErrorObject>;
});
