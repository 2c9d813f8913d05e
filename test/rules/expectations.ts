import { responsesExpectations } from './responses-mutators.ts';
import type { VendorName } from './vendors.ts';

/** What a vendor makes of a spoiled body: one of the rules refuses it; or it is taken, for a reason; or that depends on the body. */
export type Expected = { readonly refused: readonly string[]; readonly unless?: string } | { readonly accepted: string };

const refused = (...rules: readonly string[]): Expected => ({ refused: rules });
const accepted = (reason: string): Expected => ({ accepted: reason });
/** our own bodies are refused, recorded ones may be taken. */
const refusedUnless = (reason: string, ...rules: readonly string[]): Expected => ({ refused: rules, unless: reason });

type Row = Readonly<Record<VendorName, Expected>>;

/** By neutral mutator: what each vendor does. */
export const expectations: Readonly<Record<string, Row>> = {
  'drop-result': {
    'openai-chat': refused('unanswered-call'),
    'openai-responses': refusedUnless('the call lies on the server', 'unanswered-call'),
    'anthropic-messages': refused('result-missing'),
  },
  'repeat-result': {
    'openai-chat': refused('duplicate-result'),
    'openai-responses': refused('duplicate-output'),
    'anthropic-messages': refused('result-twice'),
  },
  'orphan-result': {
    'openai-chat': refused('orphan-result'),
    'openai-responses': refusedUnless('its call may lie on the server', 'orphan-output'),
    'anthropic-messages': refused('result-orphan'),
  },
  'reorder-results': {
    'openai-chat': accepted('results are matched by id, in any order'),
    'openai-responses': accepted('outputs are matched by id, in any order'),
    'anthropic-messages': accepted('results are matched by id, in any order'),
  },
  'text-before-results': {
    'openai-chat': refused('unanswered-call'),
    'openai-responses': accepted('an output may stand anywhere behind its call'),
    'anthropic-messages': refused('result-missing'),
  },
  'system-before-results': {
    'openai-chat': refused('unanswered-call'),
    'openai-responses': accepted('an output may stand anywhere behind its call'),
    'anthropic-messages': refused('result-missing'),
  },
  'results-in-another-turn': {
    'openai-chat': refused('unanswered-call'),
    'openai-responses': accepted('an output may stand anywhere behind its call'),
    'anthropic-messages': refused('result-missing'),
  },
  'unanswered-call': {
    'openai-chat': refused('unanswered-call'),
    'openai-responses': refused('unanswered-call'),
    'anthropic-messages': refused('result-missing'),
  },
  'repeated-call': {
    'openai-chat': accepted('no rule against an id given twice is known, once it is answered'),
    'openai-responses': refused('duplicate-call'),
    'anthropic-messages': refused('call-twice'),
  },
  'illegal-call-name': {
    'openai-chat': refused('call-name'),
    'openai-responses': refused('call-name'),
    'anthropic-messages': refused('call-name'),
  },
  'illegal-call-id': {
    'openai-chat': accepted('only the length of an id is checked'),
    'openai-responses': accepted('only the length of an id is checked'),
    'anthropic-messages': refused('call-id'),
  },
  'long-call-id': {
    'openai-chat': refused('call-id-length'),
    'openai-responses': refused('call-id-length'),
    'anthropic-messages': accepted('no greatest length is documented, nor seen'),
  },
  'no-messages': {
    'openai-chat': refused('no-messages'),
    'openai-responses': refusedUnless('what was said lies on the server', 'no-input'),
    'anthropic-messages': refused('messages-missing'),
  },
  'assistant-first': {
    'openai-chat': accepted('a conversation may begin with anyone'),
    'openai-responses': accepted('a conversation may begin with anyone'),
    'anthropic-messages': refused('first-turn'),
  },
  'assistant-last': {
    'openai-chat': accepted('a conversation may end with anyone'),
    'openai-responses': accepted('a conversation may end with anyone'),
    'anthropic-messages': refusedUnless('older models go on with it', 'prefill'),
  },
  'assistant-last-ends-in-space': {
    'openai-chat': accepted('a conversation may end with anyone'),
    'openai-responses': accepted('a conversation may end with anyone'),
    'anthropic-messages': refused('trailing-space'),
  },
  'empty-text': {
    'openai-chat': accepted('an empty text is a text'),
    'openai-responses': accepted('an empty text is a text'),
    'anthropic-messages': refused('text-empty'),
  },
  'blank-text': {
    'openai-chat': accepted('a blank text is a text'),
    'openai-responses': accepted('a blank text is a text'),
    'anthropic-messages': refused('text-blank'),
  },
  'empty-content': {
    'openai-chat': accepted('the codec says nothing as an empty text'),
    'openai-responses': accepted('no rule against a list without parts is known'),
    'anthropic-messages': refused('content-empty'),
  },
  'empty-assistant': {
    'openai-chat': refused('content-type'),
    'openai-responses': accepted('the codec has no item for an answer that says nothing'),
    'anthropic-messages': refused('content-empty'),
  },
  'empty-tools': {
    'openai-chat': accepted('the codec says no tools by saying nothing'),
    'openai-responses': accepted('an empty list was taken'),
    'anthropic-messages': accepted('no rule against an empty list is known'),
  },
  'choice-without-tools': {
    'openai-chat': accepted('the codec says no choice where there are no tools'),
    'openai-responses': accepted('the codec says no choice where there are no tools'),
    'anthropic-messages': accepted('the codec says no choice where there are no tools'),
  },
  'parallel-without-tools': {
    'openai-chat': accepted('the codec has no switch where there are no tools'),
    'openai-responses': accepted('the codec has no switch where there are no tools'),
    'anthropic-messages': accepted('the switch is a part of the choice, which is not said without tools'),
  },
  'choice-of-unknown-tool': {
    'openai-chat': refused('unknown-choice'),
    'openai-responses': refused('unknown-choice'),
    'anthropic-messages': refused('choice-unknown-tool'),
  },
  'repeated-tool': {
    'openai-chat': accepted('no rule against a name given twice is known'),
    'openai-responses': accepted('no rule against a name given twice is known'),
    'anthropic-messages': refused('tool-name-twice'),
  },
  'too-many-tools': {
    'openai-chat': refused('too-many-tools'),
    'openai-responses': accepted('no greatest number is known'),
    'anthropic-messages': accepted('there may be ten thousand'),
  },
  'illegal-tool-name': {
    'openai-chat': refused('tool-name'),
    'openai-responses': refused('tool-name'),
    'anthropic-messages': refused('tool-name'),
  },
  'empty-tool-name': {
    'openai-chat': refused('tool-name'),
    'openai-responses': refused('tool-name'),
    'anthropic-messages': refused('tool-name'),
  },
  'tool-name-of-65': {
    'openai-chat': refused('tool-name-length'),
    'openai-responses': accepted('a name may have 128 characters'),
    'anthropic-messages': accepted('a name may have 128 characters'),
  },
  'tool-name-of-129': {
    'openai-chat': refused('tool-name-length'),
    'openai-responses': refused('tool-name-length'),
    'anthropic-messages': refused('tool-name'),
  },
  'schema-of-an-array': {
    'openai-chat': refused('schema-root'),
    'openai-responses': refused('schema-root'),
    'anthropic-messages': refused('schema-root-type'),
  },
  'schema-of-choices': {
    'openai-chat': refused('schema-root'),
    'openai-responses': refused('schema-root'),
    'anthropic-messages': refused('schema-root-combinator'),
  },
  'schema-with-unknown-type': {
    'openai-chat': refused('schema'),
    'openai-responses': refused('schema'),
    'anthropic-messages': refused('schema-invalid'),
  },
  'array-without-items': {
    'openai-chat': refused('schema'),
    'openai-responses': refused('schema'),
    'anthropic-messages': accepted('an array of anything is a legal schema'),
  },
  'illegal-property-key': {
    'openai-chat': accepted('keys may be any text where the schema is not strict'),
    'openai-responses': accepted('keys may be any text where the schema is not strict'),
    'anthropic-messages': refused('schema-key'),
  },
  'strict-and-open': {
    'openai-chat': refused('strict-schema'),
    'openai-responses': refused('strict-schema'),
    'anthropic-messages': refused('schema-strict'),
  },
  'strict-with-unknown-keyword': {
    'openai-chat': refused('strict-schema'),
    'openai-responses': refused('strict-schema'),
    'anthropic-messages': refused('schema-strict'),
  },
};

/** By vendor and mutator of the wire: what that vendor does. */
export const wireExpectations: Readonly<Record<VendorName, Readonly<Record<string, Expected>>>> = {
  'openai-chat': {
    'empty-tools': refused('empty-tools'),
    'choice-without-tools': refused('choice-without-tools'),
    'parallel-without-tools': refused('parallel-without-tools'),
    'unknown-field': refused('unknown-field'),
    'unknown-role': refused('unknown-role'),
    'unknown-part': refused('part-type'),
    'unknown-field-of-a-part': refused('part-field'),
    'content-of-an-object': refused('content-type'),
    'empty-content': refused('empty-content'),
    'empty-calls': refused('empty-calls'),
    'content-null-without-calls': refused('content-type'),
    'image-in-a-result': refused('part-type'),
    'result-without-id': refused('result-without-id'),
    'arguments-of-an-object': refused('call-arguments'),
  },
  'openai-responses': responsesExpectations,
  'anthropic-messages': {
    'choice-without-tools': refused('choice-without-tools'),
    'unknown-field': refused('unknown-field'),
    'no-max-tokens': refused('max-tokens'),
    'unknown-role': refused('unknown-role'),
    'input-of-a-text': refused('call-input'),
    'text-before-results-in-one-message': refused('result-missing'),
    'results-in-two-messages': refused('result-missing'),
    'image-in-an-error': refused('error-content'),
    'five-cache-marks': refused('cache-marks'),
    'result-in-an-assistant': refused('result-missing'),
  },
};
