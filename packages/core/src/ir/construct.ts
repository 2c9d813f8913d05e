import { copyAndFreeze } from '../json/freeze.ts';
import type { JsonObject } from '../json/json.ts';
import type { AssistantMessage, AssistantPart, SystemMessage, ToolMessage, UserMessage } from './message.ts';
import type {
  JsonPart,
  MediaData,
  MediaPart,
  ReasoningPart,
  ResultContent,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from './part.ts';

/** A list of parts, or a text that stands for one text part. */
type Content<P> = string | readonly P[];

const partsOf = <P>(content: Content<P | TextPart>): readonly (P | TextPart)[] =>
  typeof content === 'string' ? [textPart(content)] : content;

export const textPart = (text: string): TextPart => copyAndFreeze({ type: 'text', text });
export const reasoningPart = (text: string): ReasoningPart => copyAndFreeze({ type: 'reasoning', text });
export const jsonPart = (value: JsonPart['value']): JsonPart => copyAndFreeze({ type: 'json', value });

/** An image, document, audio or video: `mediaPart('image/png', { base64 })`. */
export const mediaPart = (mediaType: string, data: MediaData, more: Pick<MediaPart, 'filename' | 'transcript'> = {}): MediaPart =>
  copyAndFreeze({ type: 'media', mediaType, data, ...more });

/** A call of a tool, as a model makes it. */
export const toolCall = (id: string, name: string, args: JsonObject = {}): ToolCallPart =>
  copyAndFreeze({ type: 'tool-call', id, name, args });

/** The answer to a call: to its id, under its name. */
export const toolResult = (
  call: Pick<ToolCallPart, 'id' | 'name'>,
  content: Content<ResultContent>,
  more: Pick<ToolResultPart, 'isError' | 'structured' | 'untrusted'> = {},
): ToolResultPart => copyAndFreeze({ type: 'tool-result', callId: call.id, name: call.name, content: partsOf(content), ...more });

export const systemMessage = (content: Content<SystemMessage['content'][number]>): SystemMessage =>
  copyAndFreeze({ role: 'system', content: partsOf(content) });
export const userMessage = (content: Content<UserMessage['content'][number]>): UserMessage =>
  copyAndFreeze({ role: 'user', content: partsOf(content) });
export const assistantMessage = (content: Content<AssistantPart>): AssistantMessage =>
  copyAndFreeze({ role: 'assistant', content: partsOf(content) });
export const toolMessage = (...results: readonly ToolResultPart[]): ToolMessage =>
  copyAndFreeze({ role: 'tool', content: results });
