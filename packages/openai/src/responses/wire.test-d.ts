import { expectTypeOf, test } from 'vitest';
import type { Draft } from '../chat/wire.ts';
import type { Written } from './stream-written.ts';
import type {
  ItemOf,
  WireAnswer,
  WireBody,
  WireCustomTool,
  WireFunctionCall,
  WireFunctionTool,
  WireInputImage,
  WireInputMessage,
  WireReasoning,
  WireSaidMessage,
  WireToolChoice,
  WireUsage,
} from './wire.ts';

test('a wrong body is a compile error', () => {
  expectTypeOf<{ input: 'hi' }>().toExtend<WireBody>();
  // @ts-expect-error a misspelled field
  const misspelled: WireBody = { input: [], max_tokens: 1 };
  // @ts-expect-error a text where a number is wanted
  const wrongType: WireBody = { input: [], temperature: '1' };
  // @ts-expect-error arguments are text, not an object
  const args: WireFunctionCall = { type: 'function_call', call_id: 'a', name: 'f', arguments: {} };
  // @ts-expect-error the nested form belongs to the other format
  const nested: WireFunctionTool = { type: 'function', function: { name: 'f' }, parameters: {}, strict: false };
  // @ts-expect-error whether it is strict is always said
  const unsaid: WireFunctionTool = { type: 'function', name: 'f', parameters: {} };
  // @ts-expect-error the choice of a tool is flat here
  const choice: WireToolChoice = { type: 'function', function: { name: 'f' } };
  // @ts-expect-error reasoning has a summary, if an empty one
  const thought: WireReasoning = { type: 'reasoning' };
  // @ts-expect-error an answer is the role's own
  const said: WireSaidMessage = { type: 'message', id: 'm', role: 'user', status: 'completed', content: [] };
  void [misspelled, wrongType, args, nested, unsaid, choice, thought, said];
});

test('so is a wrong object whose members may still be undefined', () => {
  ({ max_output_tokens: undefined, store: false }) satisfies Draft<WireBody>;
  // @ts-expect-error a misspelled field
  ({ max_output_token: undefined }) satisfies Draft<WireBody>;
  // @ts-expect-error a word that is none
  ({ role: 'critic' }) satisfies Draft<WireInputMessage>;
  // @ts-expect-error the grammar is flat here
  ({ format: { type: 'grammar', grammar: {} } }) satisfies Draft<WireCustomTool>;
  // @ts-expect-error the other format's name
  ({ prompt_tokens: 1 }) satisfies Draft<WireUsage>;
  // @ts-expect-error a URL is a text
  ({ image_url: { url: '' } }) satisfies Draft<WireInputImage>;
  // @ts-expect-error a status that is none
  ({ status: 'stopped' }) satisfies Draft<WireAnswer>;
  // @ts-expect-error a misspelled field of an item
  ({ approval_id: 'a' }) satisfies Draft<ItemOf<'mcp_approval_response'>>;
});

test('so is a wrong event of a stream', () => {
  const write = ({ add }: Written) => {
    const at = { item_id: 'i', output_index: 0 };
    add('response.function_call_arguments.delta', { ...at, delta: '{' });
    // @ts-expect-error no such event
    add('response.function_call.delta', { ...at, delta: '{' });
    // @ts-expect-error a misspelled field
    add('response.function_call_arguments.delta', { ...at, arguments: '{' });
    // @ts-expect-error a text has its place in its item
    add('response.output_text.delta', { ...at, delta: 'a', logprobs: [] });
    // @ts-expect-error it is an item that is done
    add('response.output_item.done', { output_index: 0 });
  };
  void write;
});
