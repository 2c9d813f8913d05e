import {
  type AssistantPart,
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  readArgs,
  type ToolCall,
  UnsupportedError,
} from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import { asObject, CODEC, decodeExtras, withExtras } from './fields.ts';
import { decodeHostedCall, decodeHostedResult, encodeHosted, isHostedCall, isHostedResult, isResultOf } from './hosted.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeText, encodeText } from './text.ts';
import { decodeRedactedThinking, decodeThinking, encodeShownThinking, encodeThinking } from './thinking.ts';
import { type Members, trusted, type WireBlock, type WireToolUse } from './wire.ts';

/** The blocks of one part of a request. Throws `UnsupportedError` for what an assistant's turn cannot hold. */
export function encodeAssistantPart(part: AssistantPart, path: string): readonly WireBlock[] {
  switch (part.type) {
    case 'text':
      return [encodeText(part)];
    case 'refusal':
      return [{ type: 'text', text: part.text }];
    case 'reasoning':
      return [encodeThinking(part, path)];
    case 'tool-call':
      return [encodeToolCall(part)];
    case 'hosted-tool':
      return encodeHosted(part, path);
    case 'opaque':
      return [encodeOpaque<WireBlock>(part, path)];
    case 'media':
      throw new UnsupportedError(`media in an assistant's turn at ${path}`, CODEC, 'send it in a user message');
  }
}

/** The blocks of one part of an answer. What the format cannot say (others' hosted tools, media) has no block. */
export function encodeAnswerPart(part: AssistantPart, path: string): readonly WireBlock[] {
  if (part.type === 'reasoning') return [encodeShownThinking(part)];
  try {
    return encodeAssistantPart(part, path);
  } catch (error) {
    if (error instanceof UnsupportedError) return [];
    throw error;
  }
}

/** The parts of an assistant's blocks, in their order. */
export function decodeAssistantBlocks(blocks: readonly Json[]): AssistantPart[] {
  return blocks.flatMap((block, index) => {
    const isTaken = isResultOf(readObject(block), readObject(blocks[index - 1]));
    return isTaken ? [] : [decodeAssistantBlock(block, blocks, blocks[index + 1])];
  });
}

/** The part of one block. `blocks` are those of the message: a result has its tool's name of its call; `next` is the one behind it. */
export function decodeAssistantBlock(block: Json, blocks: readonly Json[], next: Json | undefined): AssistantPart {
  if (!isJsonObject(block)) return decodeOpaque(block);
  if (isHostedCall(block)) return decodeHostedCall(block, isResultOf(readObject(next), block) ? asObject(next) : undefined);
  if (isHostedResult(block)) return decodeHostedResult(block, blocks);
  const { type, text, thinking, data } = block;
  if (type === 'text' && typeof text === 'string') return decodeText({ ...block, text });
  if (type === 'thinking' && typeof thinking === 'string') return decodeThinking({ ...block, thinking });
  if (type === 'redacted_thinking' && typeof data === 'string') return decodeRedactedThinking(block);
  return type === 'tool_use' ? decodeToolCall(block) : decodeOpaque(block);
}

function encodeToolCall(part: ToolCall): WireToolUse {
  const { id, name, args, fault } = part;
  const caller = part.caller && trusted<NonNullable<WireToolUse['caller']>>(part.caller);
  const input = fault ? {} : args;
  return withExtras(part, defined({ type: 'tool_use', id, name, input, caller } satisfies Members<WireToolUse>));
}

function decodeToolCall(block: JsonObject): ToolCall {
  const caller = asObject(block.caller);
  const known = ['type', 'id', 'name', 'input', ...(caller ? ['caller'] : [])];
  const name = readText(block.name);
  const read = {
    id: readText(block.id) ?? '',
    name: name ?? '',
    ...readArgs(block.input),
    ...(name ? {} : { fault: { code: 'missing-name', message: 'the call names no tool' } as const }),
    caller,
    ...decodeExtras(block, known),
  };
  return { type: 'tool-call', ...defined(read) };
}
