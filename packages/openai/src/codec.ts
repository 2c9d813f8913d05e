export { openaiChat } from './chat/codec.ts';
export type { ChatMessageSlot, ChatPartSlot, ChatRequestSlot, ChatResponseSlot, ChatToolSlot } from './chat/slots.ts';
