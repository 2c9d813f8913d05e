import {
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type Profile,
  type Request,
  WireError,
  type WireRequest,
} from '@toolglot/core';
import { applyForm, asJsonObject, isPlainForm, keepForm, readBoolean, readList, readText } from '@toolglot/core/kit';
import { type EncodeContext, requestContext } from './context.ts';
import { decodeMessages, encodeMessages } from './messages.ts';
import { decodeOutput, encodeOutput } from './output.ts';
import { openaiChatProfile } from './profile.ts';
import { decodeSettings, encodeSettings, SETTING_FIELDS } from './settings.ts';
import { CODEC } from './slot.ts';
import type { ChatRequestSlot } from './slots.ts';
import { decodeToolChoice, encodeToolChoice } from './tool-choice.ts';
import { decodeTool, encodeTools } from './tools.ts';
import type { Draft, WireBody } from './wire.ts';

/** A request as Chat Completions says it. Throws `UnsupportedError`, with the place, for what it cannot say. */
export function encodeRequest(request: Request, profile: Profile = openaiChatProfile): WireRequest {
  const context = requestContext(request, profile);
  const { tools = [] } = request;
  const lists = defined({
    messages: encodeMessages(request.messages, context),
    tools: tools.length > 0 ? encodeTools(tools, context) : undefined,
  } satisfies Draft<WireBody>);
  return { body: applyForm({ ...encodeHead(request, context), ...lists }, request.vendor?.[CODEC]), headers: {} };
}

/** The inverse, for any object with a list of messages; else a `WireError`. `model` is for bodies that name none. */
export function decodeRequest(body: unknown, options: { readonly model?: string } = {}): { readonly request: Request } {
  if (!isJsonObject(body)) throw new WireError('body', 'an object', body);
  if (!Array.isArray(body.messages)) throw new WireError('messages', 'a list of messages', body.messages);
  const { settings, names } = decodeSettings(body);
  const slot: ChatRequestSlot = isPlainForm(names) ? {} : { names };
  const current = withTools(body);
  const request: Request = { ...readHead(current, options), ...(!isPlainForm(settings) && { settings }) };
  const head = encodeHead({ ...request, vendor: { [CODEC]: slot } }, requestContext(request, openaiChatProfile));
  const kept = { ...slot, ...keepForm(body, { ...head, ...listsOf(current) }, [...SETTING_FIELDS, ...HEAD_FIELDS]) };
  return { request: isPlainForm(kept) ? request : { ...request, vendor: { [CODEC]: kept } } };
}

/** all but messages and tools. Without tools, vendors refuse what speaks of them. */
function encodeHead(request: Request, context: EncodeContext): JsonObject {
  const { model, stream, toolChoice, parallelCalls, output, tools = [], settings = {} } = request;
  const hasTools = tools.length > 0;
  const head = defined({
    model,
    stream,
    tool_choice: hasTools && toolChoice ? encodeToolChoice(toolChoice, context) : undefined,
    parallel_tool_calls: hasTools ? parallelCalls : undefined,
    response_format: output && encodeOutput(output),
    stream_options: stream && settings.streamUsage !== undefined ? { include_usage: settings.streamUsage } : undefined,
  } satisfies Draft<WireBody>);
  return { ...asJsonObject(head), ...encodeSettings(settings, request.vendor?.[CODEC], context) };
}

function readHead(body: JsonObject, { model }: { readonly model?: string }): Request {
  const tools = readList(body.tools).map(decodeTool);
  return {
    messages: decodeMessages(readList(body.messages)),
    ...(tools.length > 0 && { tools }),
    ...defined({
      model: readText(body.model) ?? model,
      stream: readBoolean(body.stream),
      toolChoice: decodeToolChoice(body.tool_choice),
      parallelCalls: readBoolean(body.parallel_tool_calls),
      output: decodeOutput(body.response_format),
    }),
  };
}

/** the lists say themselves what is kept of their items. */
function listsOf({ messages, tools }: JsonObject): JsonObject {
  return { ...defined({ messages }), ...(Array.isArray(tools) && tools.length > 0 && { tools }) };
}

const LEGACY_FIELDS = ['functions', 'function_call'];

const HEAD_FIELDS = ['model', 'parallel_tool_calls', 'response_format', 'stream', 'tool_choice', 'tools', ...LEGACY_FIELDS];

/** A body with tools where it has functions, as the first version of the format called them. */
function withTools(body: JsonObject): JsonObject {
  const { functions, function_call: choice } = body;
  if (!Array.isArray(functions) || body.tools !== undefined) return body;
  const tools = functions.map((tool: Json) => ({ type: 'function', function: tool }));
  if (choice === undefined) return { ...body, tools };
  return { ...body, tools, tool_choice: isJsonObject(choice) ? { type: 'function', function: choice } : choice };
}
