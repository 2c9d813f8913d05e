import {
  defined,
  isJsonObject,
  type JsonObject,
  type Message,
  type Profile,
  type Request,
  WireError,
  type WireRequest,
} from '@toolglot/core';
import { applyForm, asJsonObject, isPlainForm, keepForm, readBoolean, readList, readObject, readText } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import { isBare } from './content.ts';
import { type EncodeContext, readingContext, requestContext } from './context.ts';
import { decodeMessages, encodeMessages } from './messages.ts';
import { openaiResponsesProfile } from './profile.ts';
import {
  decodeFormat,
  decodeSettings,
  encodeFormat,
  encodeReasoningSettings,
  encodeSettings,
  SETTING_FIELDS,
} from './settings.ts';
import { CODEC } from './slot.ts';
import type { ResponsesRequestSlot } from './slots.ts';
import { instructionsOf } from './system.ts';
import { decodeToolChoice, encodeToolChoice } from './tool-choice.ts';
import { decodeTool, encodeTools } from './tools.ts';
import type { WireBody } from './wire.ts';

/** A request as Responses says it. Throws `UnsupportedError`, with the place, for what it cannot say. */
export function encodeRequest(request: Request, profile: Profile = openaiResponsesProfile): WireRequest {
  const context = requestContext(request, profile);
  const { tools = [] } = request;
  const slot = request.vendor?.[CODEC];
  const instructions = instructionsOf(request.messages);
  const messages = afterKept(instructions === undefined ? request.messages : request.messages.slice(1), slot);
  const lists = defined({
    instructions,
    input: encodeInput(messages, context),
    tools: tools.length > 0 ? encodeTools(tools, context) : undefined,
  } satisfies Draft<WireBody>);
  return { body: applyForm({ ...encodeHead(request, context), ...asJsonObject(lists) }, slot), headers: {} };
}

/** The inverse, for any object with an input; else a `WireError`. `model` is for bodies that name none. */
export function decodeRequest(body: unknown, options: { readonly model?: string } = {}): { readonly request: Request } {
  if (!isJsonObject(body)) throw new WireError('body', 'an object', body);
  if (typeof body.input !== 'string' && !Array.isArray(body.input))
    throw new WireError('input', 'a text or a list of items', body.input);
  const settings = decodeSettings(body);
  const request: Request = { ...readHead(body, options), ...(!isPlainForm(settings) && { settings }) };
  const slot = keepRequest(body, request);
  return { request: isPlainForm(slot) ? request : { ...request, vendor: { [CODEC]: slot } } };
}

/** what the vendor has kept of the conversation is not sent again; instructions are, since it does not keep those. */
function afterKept(messages: readonly Message[], slot: ResponsesRequestSlot | undefined): readonly Message[] {
  const kept = readText(slot?.fields?.previous_response_id);
  const index = messages.findIndex(({ vendor }) => kept !== undefined && vendor?.[CODEC]?.response === kept);
  return messages.slice(index + 1);
}

/** one message that is marked as a string is all of the input; else the input is a list, which can grow. */
function encodeInput(messages: readonly Message[], context: EncodeContext): WireBody['input'] {
  const [only, ...others] = messages;
  const isText = only?.role === 'user' && only.plain === true && others.length === 0 && only.vendor?.[CODEC] === undefined;
  const [text, ...more] = isText ? only.content : [];
  return text?.type === 'text' && more.length === 0 && isBare(text) ? text.text : encodeMessages(messages, context);
}

/** all but messages and tools. Without tools, nothing speaks of them. */
function encodeHead(request: Request, context: EncodeContext): JsonObject {
  const { model, stream, toolChoice, parallelCalls, output, tools = [], settings = {} } = request;
  const slot = request.vendor?.[CODEC];
  const hasTools = tools.length > 0;
  const reasoning = applyForm(settings.reasoning ? encodeReasoningSettings(settings.reasoning, context) : {}, slot?.reasoning);
  const text = applyForm(output ? { format: encodeFormat(output) } : {}, slot?.output);
  const head = defined({
    model,
    stream,
    tool_choice: hasTools && toolChoice ? encodeToolChoice(toolChoice, context) : undefined,
    parallel_tool_calls: hasTools ? parallelCalls : undefined,
    reasoning: isPlainForm(reasoning) ? undefined : reasoning,
    text: isPlainForm(text) ? undefined : text,
    include: slot?.fields?.include === undefined && context.profile.reasoning.signed ? [...SIGNED] : undefined,
  } satisfies Draft<WireBody>);
  return { ...asJsonObject(head), ...encodeSettings(settings, context) };
}

/** reasoning is sent back by what only the vendor can read, which it gives where it is asked to. */
const SIGNED = ['reasoning.encrypted_content'] as const;

function readHead(body: JsonObject, { model }: { readonly model?: string }): Request {
  const { instructions, input } = body;
  const system: readonly Message[] =
    typeof instructions === 'string' ? [{ role: 'system', content: [{ type: 'text', text: instructions }] }] : [];
  const tools = readList(body.tools).filter(isJsonObject).flatMap(decodeTool);
  return {
    messages: [
      ...system,
      ...(typeof input === 'string' ? [textOf(input)] : decodeMessages(readList(input), system.length === 0)),
    ],
    ...(tools.length > 0 && { tools }),
    ...defined({
      model: readText(body.model) ?? model,
      stream: readBoolean(body.stream),
      toolChoice: decodeToolChoice(body.tool_choice),
      parallelCalls: readBoolean(body.parallel_tool_calls),
      output: decodeFormat(body.text),
    }),
  };
}

const textOf = (text: string): Message => ({ role: 'user', plain: true, content: [{ type: 'text', text }] });

function keepRequest(body: JsonObject, request: Request): ResponsesRequestSlot {
  const { reasoning, output } = membersOf(body, request);
  const slot: ResponsesRequestSlot = {
    ...(!isPlainForm(reasoning) && { reasoning }),
    ...(!isPlainForm(output) && { output }),
    ...(body.include !== undefined && { fields: { include: body.include } }),
  };
  const context = requestContext(request, openaiResponsesProfile);
  const head = encodeHead({ ...request, vendor: { [CODEC]: slot } }, context);
  const kept = keepForm(body, { ...head, ...listsOf(body, request) }, [...SETTING_FIELDS, ...HEAD_FIELDS]);
  return { ...slot, ...kept };
}

/** members of `reasoning` and of `text` that have no neutral place. */
function membersOf(body: JsonObject, { settings = {}, output }: Request) {
  const reasoning = settings.reasoning ? encodeReasoningSettings(settings.reasoning, readingContext) : {};
  const format = output ? { format: encodeFormat(output) } : {};
  return {
    reasoning: isJsonObject(body.reasoning) ? keepForm(body.reasoning, reasoning, []) : {},
    output: isJsonObject(body.text) ? keepForm(body.text, format, ['format']) : {},
  };
}

/** the lists say themselves what is kept of their items; an input of nothing is no input. */
function listsOf({ instructions, input, tools }: JsonObject, { messages }: Request): JsonObject {
  const known = readList(tools).filter(isJsonObject);
  const isSaid = typeof instructions === 'string' && instructionsOf(messages) !== undefined;
  const isList = !Array.isArray(input) || input.length > 0 || messages.length === 0;
  const made = isList ? input : encodeMessages(messages, readingContext).map((item) => readObject(item));
  return {
    ...defined({ input: made }),
    ...(isSaid && { instructions }),
    ...(known.length > 0 && { tools: known }),
  };
}

const HEAD_FIELDS = [
  'model',
  'parallel_tool_calls',
  'stream',
  'tool_choice',
  'tools',
  'reasoning',
  'text',
  'instructions',
  'input',
];
