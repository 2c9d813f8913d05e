import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import type { Expected } from './expectations.ts';
import type { WireMutator } from './wire-mutators.ts';

type Picks = (content: JsonObject) => boolean;
type Changes = (content: JsonObject) => readonly Json[];
type Row = readonly [Expected, WireMutator['apply']];

const refused = (...rules: readonly string[]): Expected => ({ refused: rules });
const accepted = (reason: string): Expected => ({ accepted: reason });

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const partsOf = ({ parts }: JsonObject): readonly JsonObject[] => list(parts).filter(isJsonObject);
const has =
  (name: string, times = 1): Picks =>
  (content) =>
    partsOf(content).filter((part) => name in part).length >= times;
const isRole =
  (role: string): Picks =>
  (content) =>
    content.role === role;
const isLast =
  (role: string, name: string): Picks =>
  (content) =>
    content.role === role && has(name)(content);
const set = (changes: JsonObject) => (body: JsonObject) => ({ ...body, ...changes });
const withParts =
  (...parts: readonly Json[]): Changes =>
  (content) => [{ ...content, parts }];

/** Replaces the last content that is picked. */
const changeContent = (picks: Picks, change: Changes) => (body: JsonObject) => {
  const contents = list(body.contents);
  const index = contents.findLastIndex((content) => isJsonObject(content) && picks(content));
  const content = contents[index];
  return isJsonObject(content) ? { ...body, contents: contents.toSpliced(index, 1, ...change(content)) } : undefined;
};

/** Changes what stands under a name in each part that has it. */
const changeData =
  (name: string, changes: JsonObject): Changes =>
  (content) => [
    {
      ...content,
      parts: partsOf(content).map((part) =>
        isJsonObject(part[name]) ? { ...part, [name]: { ...part[name], ...changes } } : part,
      ),
    },
  ];

/** Adds a function whose parameters, in the OpenAPI dialect, hold this schema. */
const offer = (argument: JsonObject) => (body: JsonObject) =>
  addTool(body, { parameters: { type: 'OBJECT', properties: { a: argument } } });

const addTool = ({ toolConfig, tool_config, ...body }: JsonObject, changes: JsonObject) => ({
  ...body,
  tools: [...list(body.tools), { functionDeclarations: [{ name: 'added', ...changes }] }],
});

const text = { text: 'x' };

const rows: Readonly<Record<string, Row>> = {
  'unknown-field': [refused('unknown-field'), set({ frobnicate: true })],
  'messages-of-another-vendor': [refused('unknown-field'), set({ messages: [] })],
  'role-of-another-vendor': [
    refused('unknown-role'),
    changeContent(isRole('model'), (content) => [{ ...content, role: 'assistant' }]),
  ],
  'part-of-another-vendor': [refused('unknown-field'), changeContent(isRole('user'), withParts({ ...text, type: 'text' }))],
  'part-without-data': [refused('part-data'), changeContent(isRole('user'), withParts({}))],
  'part-with-twice-data': [
    refused('part-data'),
    changeContent(isRole('user'), withParts({ ...text, inlineData: { mimeType: 'image/png', data: '' } })),
  ],
  'no-parts': [refused('parts-missing'), changeContent(isRole('user'), withParts())],
  'result-of-a-text': [
    refused('result-object'),
    changeContent(has('functionResponse'), changeData('functionResponse', { response: '22°C' })),
  ],
  'result-without-name': [
    refused('result-name'),
    changeContent(has('functionResponse'), changeData('functionResponse', { name: null })),
  ],
  'arguments-of-a-text': [refused('call-args'), changeContent(has('functionCall'), changeData('functionCall', { args: '{}' }))],
  'result-too-few': [
    refused('result-count'),
    changeContent(has('functionResponse', 2), (content) => withParts(...partsOf(content).slice(1))(content)),
  ],
  'results-in-two-contents': [
    accepted('neighbours of one role are one turn: recorded'),
    changeContent(has('functionResponse', 2), (content) => [
      ...withParts(...partsOf(content).slice(0, 1))(content),
      ...withParts(...partsOf(content).slice(1))(content),
    ]),
  ],
  'result-in-the-model': [
    refused('result-position'),
    changeContent(isLast('user', 'functionResponse'), (content) => [{ ...content, role: 'model' }]),
  ],
  'calls-left-out': [refused('result-position', 'result-count'), changeContent(has('functionCall'), withParts(text))],
  'signature-of-any-text': [
    refused('part-signature'),
    changeContent(has('functionCall'), (content) =>
      withParts(...partsOf(content).map((part) => ({ ...part, thoughtSignature: 'not base64!' })))(content),
    ),
  ],
  'tools-of-another-vendor': [refused('unknown-field'), set({ tools: [{ type: 'function', function: { name: 'f' } }] })],
  'choice-without-tools': [
    refused('choice-without-tools'),
    ({ tools, ...body }) => ({ ...body, toolConfig: { functionCallingConfig: { mode: 'ANY' } } }),
  ],
  'both-kinds-of-parameters': [
    refused('two-schemas'),
    (body) => addTool(body, { parameters: { type: 'OBJECT' }, parametersJsonSchema: { type: 'object' } }),
  ],
  'schema-with-a-keyword-of-json-schema': [refused('schema-keyword'), offer({ type: 'STRING', const: 'x' })],
  'schema-with-two-types': [refused('schema-type'), offer({ type: ['STRING', 'NULL'] })],
  'schema-with-a-choice-of-numbers': [refused('schema-enum'), offer({ type: 'INTEGER', enum: ['1'] })],
  'schema-of-any-object': [refused('schema-properties'), offer({ type: 'OBJECT' })],
  'schema-of-any-list': [refused('schema-items'), offer({ type: 'ARRAY' })],
  'cached-with-tools': [
    refused('cached-content'),
    (body) => (list(body.tools).length > 0 ? { ...body, cachedContent: 'cachedContents/1' } : undefined),
  ],
};

/** Ways to spoil a body of generateContent that the neutral form cannot say. */
export const googleMutators: readonly WireMutator[] = Object.entries(rows).map(([id, [, apply]]) => ({ id, apply }));

/** What Gemini does with each of them. */
export const googleWireExpectations: Readonly<Record<string, Expected>> = Object.fromEntries(
  Object.entries(rows).map(([id, [expected]]) => [id, expected]),
);

/** What Gemini does with bodies that are spoiled in the neutral form. */
export const googleExpectations: Readonly<Record<string, Expected>> = {
  'drop-result': refused('result-count', 'result-missing', 'last-turn'),
  'repeat-result': refused('result-count'),
  'orphan-result': refused('result-count'),
  'reorder-results': accepted('results are told apart by name, id and place'),
  'text-before-results': accepted('text beside results is taken, and neighbours of one role are one turn'),
  // the codec says so itself, before anything is sent
  'system-before-results': refused('unsupported'),
  'results-in-another-turn': refused('result-missing', 'result-position', 'result-count'),
  'unanswered-call': refused('result-count', 'result-missing'),
  'repeated-call': refused('result-count'),
  'illegal-call-name': accepted('only the names of declarations are checked'),
  'illegal-call-id': accepted('an id is any text'),
  'long-call-id': accepted('no greatest length is documented'),
  'no-messages': refused('contents-missing'),
  'assistant-first': accepted('recorded nowhere, refused nowhere: only calls must stand behind a turn of the user'),
  'assistant-last': refused('last-turn'),
  'assistant-last-ends-in-space': refused('last-turn'),
  'empty-text': accepted('recorded: newer models take it; gemini2Rules refuse it'),
  'blank-text': accepted('a blank text is a text'),
  'empty-content': refused('parts-missing'),
  'empty-assistant': refused('parts-missing'),
  'empty-tools': accepted('the codec says no tools by saying nothing'),
  'choice-without-tools': accepted('the codec says no choice where there are no tools'),
  'parallel-without-tools': refused('unsupported'),
  'choice-of-unknown-tool': refused('choice-of-unknown-tool'),
  'repeated-tool': { refused: ['tool-name-twice'], unless: 'the tool is a hosted one' },
  'too-many-tools': accepted('there may be 512'),
  'illegal-tool-name': refused('tool-name'),
  'empty-tool-name': refused('tool-name'),
  'tool-name-of-65': refused('tool-name'),
  'tool-name-of-129': refused('tool-name'),
  'schema-of-an-array': accepted('any JSON Schema is taken beside the OpenAPI dialect'),
  'schema-of-choices': accepted('any JSON Schema is taken'),
  'schema-with-unknown-type': accepted('any JSON Schema is taken: nothing is known of one that is none'),
  'array-without-items': accepted('any JSON Schema is taken'),
  'illegal-property-key': accepted('any JSON Schema is taken'),
  'strict-and-open': accepted('any JSON Schema is taken'),
  'strict-with-unknown-keyword': accepted('any JSON Schema is taken'),
};
