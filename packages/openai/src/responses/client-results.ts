import { defined, type Json, type JsonObject, type MediaPart, type ResultContent, type ToolResult } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { saysError } from '../chat/tool-results.ts';
import type { Draft } from '../chat/wire.ts';
import { type EncodeContext, unsupported } from './context.ts';
import { decodeImage, encodeMedia } from './media.ts';
import { opaque } from './slot.ts';
import { asWire, type ItemOf } from './wire.ts';

type Read = Pick<ToolResult, 'content' | 'isError'>;

/** How the result of a tool whose schema the vendor knows is said, apart from its ids. */
interface ClientResult {
  encode(result: ToolResult, path: string, context: EncodeContext): JsonObject;
  decode(item: JsonObject): Read;
}

/** By the type of the item. */
export const CLIENT_RESULTS: ReadonlyMap<unknown, ClientResult> = new Map<unknown, ClientResult>([
  ['shell_call_output', { encode: encodeShell, decode: ({ output }) => ({ content: [jsonOf(output)] }) }],
  ['local_shell_call_output', { encode: encodeLocalShell, decode: ({ output }) => ({ content: [textOrValue(output)] }) }],
  ['apply_patch_call_output', { encode: encodePatch, decode: decodePatch }],
  ['computer_call_output', { encode: encodeScreen, decode: decodeScreen }],
  [
    'tool_search_output',
    { encode: encodeFound, decode: ({ tools }) => ({ content: [Array.isArray(tools) ? jsonOf(tools) : opaque(tools)] }) },
  ],
]);

type Shell = Pick<ItemOf<'shell_call_output'>, 'output'>;

/** what one command wrote, where the result is no list of what each did. */
function encodeShell(result: ToolResult, path: string, context: EncodeContext): JsonObject {
  const value = soleValue(result);
  if (Array.isArray(value)) return { output: asWire<Shell['output']>(value) };
  const outcome = { type: 'exit', exit_code: isFailed(result) ? 1 : 0 } as const;
  const text = textOf(result, path, context);
  const streams = isFailed(result) ? { stdout: '', stderr: text } : { stdout: text, stderr: '' };
  return { output: [{ ...streams, outcome }] } satisfies Shell;
}

function encodeLocalShell(result: ToolResult, path: string, context: EncodeContext): JsonObject {
  return { output: textOf(result, path, context) } satisfies Pick<ItemOf<'local_shell_call_output'>, 'output'>;
}

type Patch = ItemOf<'apply_patch_call_output'>;

function encodePatch(result: ToolResult, path: string, context: EncodeContext): JsonObject {
  const status = isFailed(result) ? 'failed' : 'completed';
  const output = result.content.length > 0 ? textOf(result, path, context) : undefined;
  return defined({ status, output } satisfies Draft<Patch>);
}

function decodePatch({ status, output }: JsonObject): Read {
  const text = readText(output);
  const content: readonly ResultContent[] = text === undefined ? [] : [{ type: 'text', text }];
  return { content, ...(status === 'failed' && { isError: true }) };
}

type Screen = Draft<ItemOf<'computer_call_output'>['output']>;

/** what the screen shows, and nothing else. */
function encodeScreen({ content }: ToolResult, path: string, context: EncodeContext): JsonObject {
  const [first] = content;
  if (first?.type === 'opaque') return { output: first.value };
  const made = first?.type === 'media' ? encodeMedia(first) : undefined;
  if (content.length !== 1 || made?.type !== 'input_image')
    throw unsupported('anything but one picture of the screen', path, context, 'give the screenshot as the result');
  const { file_id, image_url } = made;
  const place = defined({ file_id: file_id ?? undefined, image_url: image_url ?? undefined });
  return { output: { type: 'computer_screenshot', ...place } satisfies Screen };
}

function decodeScreen({ output }: JsonObject): Read {
  const screen: MediaPart | undefined = decodeImage(readObject(output));
  return { content: [screen ?? opaque(output)] };
}

type Found = ItemOf<'tool_search_output'>;

/** a search that failed found nothing: the wire has no place for why. */
function encodeFound(result: ToolResult, path: string, context: EncodeContext): JsonObject {
  const [first] = result.content;
  const tools = first?.type === 'opaque' ? first.value : soleValue(result);
  if (!Array.isArray(tools) && first && first.type !== 'opaque' && !isFailed(result))
    throw unsupported('anything but a list of tools', path, context, 'give the definitions of the tools that were found');
  const status = isFailed(result) ? 'incomplete' : 'completed';
  return { tools: asWire<Found['tools']>(readList(tools)), ...({ execution: 'client', status } satisfies Draft<Found>) };
}

const jsonOf = (value: Json | undefined): ResultContent => ({ type: 'json', value: value ?? null });

const textOrValue = (value: Json | undefined): ResultContent =>
  typeof value === 'string' ? { type: 'text', text: value } : jsonOf(value);

/** the one value that a result is, or says as text. */
function soleValue({ content: [first, ...others] }: ToolResult): Json | undefined {
  if (others.length > 0 || first === undefined) return undefined;
  if (first.type === 'json') return first.value;
  return first.type === 'text' ? parse(first.text) : undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** lowering says an error in the text, as for functions. */
const isFailed = ({ isError, content }: ToolResult) =>
  isError === true || saysError(content.flatMap((part) => printed(part) ?? []).join('\n'));

/** all of it as one text. Throws `UnsupportedError` for what is none. */
function textOf({ content }: ToolResult, path: string, context: EncodeContext): string {
  const texts = content.map((part, index) => {
    const text = printed(part);
    if (text !== undefined) return text;
    throw unsupported(`a part of the kind '${part.type}'`, `${path}.content[${index}]`, context, 'such a tool gives text alone');
  });
  return texts.join('\n');
}

function printed(part: ResultContent): string | undefined {
  if (part.type === 'text') return part.text;
  return part.type === 'json' ? JSON.stringify(part.value) : undefined;
}
