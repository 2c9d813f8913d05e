import {
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type Profile,
  type Request,
  UnsupportedError,
  WireError,
  type WireRequest,
} from '@toolglot/core';
import { applyForm, type WireForm } from '@toolglot/core/kit';
import { encodeMessages } from './contents.ts';
import { CODEC, camelKeys, keepSpelling, readItems, readMembers, spellOptional, unlessEmpty, withSlot } from './fields.ts';
import { decodeGeneration, encodeGeneration } from './generation.ts';
import { googleBase } from './profile.ts';
import { decodeSystem } from './system.ts';
import { decodeToolChoice, encodeToolChoice, withStrictness } from './tool-choice.ts';
import { decodeTools, encodeTools } from './tools.ts';
import { decodeContents } from './turns.ts';
import type { Members, RequestSlot, WireBody, WireToolConfig } from './wire.ts';

/** The body of a lowered request; model and streaming are in the address. Throws `UnsupportedError` for what the format cannot say. */
export function encodeRequest(request: Request, profile: Profile = googleBase): WireRequest {
  checkBeside(request, profile);
  const body = applyForm(makeBody(request, profile), request.vendor?.[CODEC]);
  checkCached(body);
  return { body: { ...body }, headers: {} };
}

/** The request in a body. Throws `WireError` where the body is no object or has no contents; all else is read as far as it goes. */
export function decodeRequest(body: unknown, { model }: { readonly model?: string } = {}): { readonly request: Request } {
  if (!isJsonObject(body)) throw new WireError('body', 'a JSON object', body);
  const members = camelKeys(body);
  const { contents, systemInstruction } = members;
  if (!isJsonObject(contents) && !Array.isArray(contents)) throw new WireError('contents', 'a list of contents', contents);
  const { slot, ...settled } = decodeMembers(members);
  const system = systemInstruction === undefined ? [] : [decodeSystem(systemInstruction)];
  const messages = [...system, ...decodeContents(readItems(contents))];
  const request: Request = withSlot(defined({ model, messages, ...settled }), slot);
  const form = keepSpelling(body, makeBody(request, googleBase), Array.isArray(contents) ? READ : NAMES);
  return { request: withSlot(request, { ...slot, ...form }) };
}

const READ: readonly (keyof WireBody)[] = ['systemInstruction', 'tools', 'toolConfig', 'generationConfig'];
const NAMES: readonly (keyof WireBody)[] = ['contents', ...READ];

function makeBody(request: Request, profile: Profile): WireBody {
  const slot = request.vendor?.[CODEC] ?? {};
  const { tools = [] } = request;
  return {
    ...encodeMessages(request.messages),
    ...(tools.length > 0 && { tools: encodeTools(tools, profile) }),
    ...defined({
      toolConfig: encodeToolConfig(request, profile, slot),
      generationConfig: unlessEmpty(encodeGeneration(request, profile, slot.generation)),
    } satisfies Members<WireBody>),
  };
}

/** All but the messages: what has a neutral place, and what has none. */
function decodeMembers({ tools, toolConfig, generationConfig }: JsonObject) {
  const { neutral, form: generation } = decodeGeneration(generationConfig);
  const { functionCallingConfig } = readMembers(toolConfig);
  const toolChoice = decodeToolChoice(functionCallingConfig);
  const list = withStrictness(decodeTools(tools), functionCallingConfig);
  const said = defined({ ...neutral, toolChoice, tools: list.length > 0 ? list : undefined });
  const forms = keepToolConfig(toolConfig, { ...said, messages: [] });
  return { ...said, slot: defined({ generation: unlessEmpty(generation), ...forms }) };
}

/** Calling mode, and the word that functions beside hosted tools need. */
function encodeToolConfig(request: Request, profile: Profile, slot: RequestSlot): WireToolConfig | undefined {
  const choice = encodeToolChoice(request) ?? {};
  const callable = request.tools?.some(({ type }) => type === 'function');
  const functionCallingConfig = callable ? spellOptional(choice, slot.calling) : undefined;
  const made = defined({ functionCallingConfig, ...mixingOf(request, profile) } satisfies Members<WireToolConfig>);
  return spellOptional(made, slot.toolConfig);
}

function mixingOf({ tools = [] }: Request, { hostedBesideFunctions }: Profile): Members<WireToolConfig> {
  const isMixed = new Set(tools.map(({ type }) => type)).size > 1;
  return isMixed && hostedBesideFunctions === 'flag' ? { includeServerSideToolInvocations: true } : {};
}

/** What older models refuse beside functions. */
function checkBeside({ tools = [], output }: Request, { hostedBesideFunctions, outputBesideFunctions }: Profile): void {
  const kinds = new Set(tools.map(({ type }) => type));
  if (!kinds.has('function')) return;
  if (kinds.size > 1 && hostedBesideFunctions === 'refuse')
    throw new UnsupportedError('hosted tools beside functions', CODEC, 'ask in two requests, or take a newer model');
  if (output !== undefined && outputBesideFunctions === 'refuse')
    throw new UnsupportedError(
      'an answer in JSON beside functions',
      CODEC,
      'take it as the arguments of a function, or a newer model',
    );
}

/** A cache holds instructions and tools: with one, they may not be sent again. */
function checkCached(body: WireBody & { readonly cachedContent?: Json }): void {
  const beside = HELD.find((name) => body[name] !== undefined);
  if (body.cachedContent === undefined || beside === undefined) return;
  throw new UnsupportedError(`${beside} beside cachedContent`, CODEC, 'leave it out: the cache holds its own');
}

const HELD = ['systemInstruction', 'tools', 'toolConfig'] as const satisfies readonly (keyof WireBody)[];

function keepToolConfig(wire: Json | undefined, request: Request): Pick<RequestSlot, 'calling' | 'toolConfig'> {
  if (!isJsonObject(wire)) return {};
  const { functionCallingConfig } = camelKeys(wire);
  const calling = isJsonObject(functionCallingConfig)
    ? keepSpelling(functionCallingConfig, encodeToolChoice(request) ?? {}, ['mode', 'allowedFunctionNames'])
    : {};
  const made = encodeToolConfig(request, googleBase, { calling }) ?? {};
  const toolConfig: WireForm = keepSpelling(wire, made, ['functionCallingConfig', 'includeServerSideToolInvocations']);
  return defined({ calling: unlessEmpty(calling), toolConfig: unlessEmpty(toolConfig) });
}
