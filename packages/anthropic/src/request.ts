import {
  defined,
  type Headers,
  isJsonObject,
  type JsonObject,
  type Profile,
  type Request,
  WireError,
  type WireRequest,
} from '@toolglot/core';
import { readBoolean, readText } from '@toolglot/core/kit';
import { containerOf } from './container.ts';
import { CODEC, without } from './fields.ts';
import { decodeThrough, encodeThrough, type Lens } from './lens.ts';
import { decodeMessages, encodeMessages } from './messages.ts';
import { anthropicBase } from './profile.ts';
import { thought } from './reasoning.ts';
import { decodeSettings, encodeSettings, takenSettings, versionHeader, withBudget } from './settings.ts';
import { decodeToolChoice, encodeToolChoice } from './tool-choice.ts';
import { decodeTool, encodeTool } from './tools.ts';
import type { Members, WireBody } from './wire.ts';

/** The body of a lowered request. Throws `UnsupportedError` for what the format cannot say. */
export function encodeRequest(request: Request, profile: Profile = anthropicBase): WireRequest {
  const { fields = {}, betas } = request.vendor?.[CODEC] ?? {};
  const settings = withBudget(request.settings ?? {}, profile);
  const body: WireBody = {
    ...(request.model === undefined && IN_PATH),
    ...without(fields, LENSES),
    ...defined({ model: request.model, stream: request.stream } satisfies Members<WireBody>),
    ...containerOf(request, fields, profile),
    ...encodeSettings(settings, profile),
    ...encodeMessages(request.messages),
    ...encodeTools(request, fields),
    ...encodeThrough(thought, { reasoning: settings.reasoning, output: request.output }, fields),
    ...encodeThrough(caching, request.cache, fields),
  };
  return { body, headers: { ...versionHeader(body), ...(betas && { 'anthropic-beta': betas.join(',') }) } };
}

/** The request in a body. Throws `WireError` where the body is no object or has no list of messages; all else is read as far as it goes. */
export function decodeRequest(
  body: unknown,
  { model, headers }: { readonly model?: string; readonly headers?: Headers } = {},
): { readonly request: Request } {
  if (!isJsonObject(body)) throw new WireError('body', 'a JSON object', body);
  if (!Array.isArray(body.messages)) throw new WireError('messages', 'a list of messages', body.messages);
  const { neutral, fields } = decodeFields(body);
  const vendor = slotOf(fields, headers?.['anthropic-beta']);
  return { request: defined({ model, ...neutral, messages: decodeMessages(body), vendor }) };
}

/** All but the messages: what has a neutral place, and the fields that have none. */
function decodeFields(body: JsonObject) {
  const form = decodeThrough(thought, body);
  const chosen = decodeThrough(choice, body);
  const cached = decodeThrough(caching, body);
  const settings = defined({ ...decodeSettings(body), reasoning: form.neutral.reasoning });
  const plain = defined({ model: readText(body.model), stream: readBoolean(body.stream), tools: decodeTools(body) });
  const known = ['system', 'messages', ...LENSES, ...Object.keys(plain), ...takenSettings(settings), ...inPath(body)];
  const more = { output: form.neutral.output, cache: cached.neutral, settings: isEmpty(settings) ? undefined : settings };
  return {
    neutral: { ...plain, ...chosen.neutral, ...more },
    fields: { ...without(body, known), ...unreadable(body), ...form.kept, ...chosen.kept, ...cached.kept },
  };
}

/** A body without a model is for a cloud that has it in the path: Bedrock, unless a slot says another version. */
const IN_PATH = { anthropic_version: 'bedrock-2023-05-31' } as const;

function inPath({ model, anthropic_version: version }: JsonObject): readonly string[] {
  return model === undefined && version === IN_PATH.anthropic_version ? Object.keys(IN_PATH) : [];
}

/** `tool_choice`, with parallel calls. */
const choice: Lens<Pick<Request, 'toolChoice' | 'parallelCalls'>> = {
  names: ['tool_choice'],
  encode(neutral) {
    return defined({ tool_choice: encodeToolChoice(neutral) } satisfies Members<WireBody>);
  },
  decode: ({ tool_choice }) => decodeToolChoice(tool_choice),
};

const MARKS_BY_VENDOR = { cache_control: { type: 'ephemeral', ttl: '5m' } } satisfies Pick<WireBody, 'cache_control'>;

/** `cache_control` of the body: the vendor sets the marks. By habit with the lifetime that is the default. */
const caching: Lens<Request['cache']> = {
  names: ['cache_control'],
  encode: (cache) => (cache === 'auto' ? MARKS_BY_VENDOR : {}),
  decode: ({ cache_control }) => (isJsonObject(cache_control) ? 'auto' : undefined),
};

const LENSES: readonly string[] = [...thought.names, ...choice.names, ...caching.names];

/** a choice without tools is refused: neither or both. */
function encodeTools({ tools = [], toolChoice, parallelCalls }: Request, fields: JsonObject): Pick<WireBody, 'tools'> {
  if (tools.length === 0) return {};
  const list = { tools: tools.map((tool, index) => encodeTool(tool, `tools[${index}]`)) } satisfies Pick<WireBody, 'tools'>;
  return { ...list, ...encodeThrough(choice, defined({ toolChoice, parallelCalls }), fields) };
}

/** an empty list says nothing: it stays in the slot. */
function decodeTools({ tools }: JsonObject): Request['tools'] | undefined {
  return Array.isArray(tools) && tools.length > 0 ? tools.map(decodeTool) : undefined;
}

/** instructions that are neither text nor list. */
function unreadable({ system }: JsonObject): JsonObject {
  return system === undefined || typeof system === 'string' || Array.isArray(system) ? {} : { system };
}

function slotOf(fields: JsonObject, beta: string | undefined): Request['vendor'] | undefined {
  const betas = beta?.split(',').map((value) => value.trim());
  const slot = defined({ fields: isEmpty(fields) ? undefined : fields, betas });
  return isEmpty(slot) ? undefined : { [CODEC]: slot };
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
