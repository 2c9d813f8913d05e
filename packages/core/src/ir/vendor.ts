/**
 * What has no neutral place travels in `vendor[codec name]`. Each codec declares its slots by module augmentation:
 * `declare module '@toolglot/core' { interface MessageSlots { 'openai-chat'?: … } }`.
 */
export interface MessageSlots {}
/** Slots of a part of a message. */
export interface PartSlots {}
/** Slots of a tool of a request. */
export interface ToolSlots {}
/** Slots of a request. */
export interface RequestSlots {}
/** Slots of a response. */
export interface ResponseSlots {}
