export { openaiChat } from './chat/codec.ts';
export type { ChatMessageSlot, ChatPartSlot, ChatRequestSlot, ChatResponseSlot, ChatToolSlot } from './chat/slots.ts';
export { openaiResponses } from './responses/codec.ts';
export type {
  ResponsesAnswerSlot,
  ResponsesMessageSlot,
  ResponsesPartSlot,
  ResponsesRequestSlot,
  ResponsesToolSlot,
} from './responses/slots.ts';
