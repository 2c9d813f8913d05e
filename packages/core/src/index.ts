export { ownArgsText, type ReadArgs, readArgs, writeArgs } from './args/args.ts';
export type { Codec, EncodedError, Headers, StreamDecoder, StreamEncoder, StreamingCodec, WireRequest } from './codec.ts';
export { describeTool, type ToolDescription } from './describe-tool.ts';
export { LossError } from './errors/loss-error.ts';
export { MissingPackageError } from './errors/missing-package-error.ts';
export { OutputError } from './errors/output-error.ts';
export { ToolDefinitionError } from './errors/tool-definition-error.ts';
export { ToolExecutionError } from './errors/tool-execution-error.ts';
export { type Issue, printIssue, ToolInputError } from './errors/tool-input-error.ts';
export { isToolglotError, ToolglotError } from './errors/toolglot-error.ts';
export { TransportError } from './errors/transport-error.ts';
export { UnsupportedError } from './errors/unsupported-error.ts';
export { VendorError, type VendorErrorFields, type VendorErrorKind } from './errors/vendor-error.ts';
export { WireError } from './errors/wire-error.ts';
export type { CacheMark } from './ir/cache.ts';
export {
  assistantMessage,
  jsonPart,
  mediaPart,
  reasoningPart,
  systemMessage,
  textPart,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from './ir/construct.ts';
export type { Finish, FinishReason } from './ir/finish.ts';
export { isMessage, isPart, textOf, toolCallsOf, toolResultsOf } from './ir/guards.ts';
export type { Loss, LossEffect, LossPolicy } from './ir/loss.ts';
export type { AssistantMessage, AssistantPart, Message, Origin, SystemMessage, ToolMessage, UserMessage } from './ir/message.ts';
export type {
  ApprovalPart,
  Fault,
  HostedToolPart,
  JsonPart,
  MediaData,
  MediaPart,
  OpaquePart,
  Part,
  ReasoningPart,
  RefusalPart,
  ResultContent,
  TextPart,
  ToolCallPart as ToolCall,
  ToolReferencePart,
  ToolResultPart as ToolResult,
} from './ir/part.ts';
export type { OutputFormat, ReasoningEffort, ReasoningSettings, Request, Settings, ToolChoice } from './ir/request.ts';
export type { Response, Usage } from './ir/response.ts';
export { isSealed, sealPart } from './ir/seal.ts';
export type { StreamEnd, StreamEvent } from './ir/stream-event.ts';
export type { ClientTool, FunctionTool, Grammar, HostedTool, TextTool, ToolAnnotations, ToolSpec } from './ir/tool.ts';
export type { MessageSlots, PartSlots, RequestSlots, ResponseSlots, ToolSlots } from './ir/vendor.ts';
export { canonicalJson } from './json/canonical.ts';
export { type Defined, defined } from './json/defined.ts';
export { digest } from './json/digest.ts';
export { copyAndFreeze } from './json/freeze.ts';
export { isJsonObject, type Json, type JsonObject } from './json/json.ts';
export { type Lowered, lower } from './lower/lower.ts';
export type { CallOptions, EncodedRequest, Model } from './model.ts';
export { type ModelParts, modelFromCodec } from './model-from-codec.ts';
export {
  extendProfile,
  type Family,
  familyOf,
  matches,
  type NameRule,
  type Profile,
  type ProfileChanges,
  type Support,
} from './profile.ts';
export type { Rule, Violation } from './rule.ts';
export { type CompiledSchema, compileSchema } from './schema/compile-schema.ts';
export { type Dialect, dialects } from './schema/dialect.ts';
export { type Collector, collect, collector } from './stream/collect.ts';
export { eventsOf } from './stream/events-of.ts';
export { type PartialArgs, partialArgs } from './stream/partial-args.ts';
export { type RaiseEvent, raiseEvents } from './stream/raise-events.ts';
export { parseSse, printSse, type SseEvent } from './stream/sse.ts';
export { type ApprovalRule, approved } from './tool/approved.ts';
export { combined } from './tool/combined.ts';
export type { ExecuteContext } from './tool/execute-context.ts';
export { filtered } from './tool/filtered.ts';
export { type ParsedArgs, parseArgs } from './tool/parse-args.ts';
export { prefixed } from './tool/prefixed.ts';
export { renamed } from './tool/renamed.ts';
export {
  type FinalResult,
  type ModelContent,
  type NeedsApproval,
  type ResultOf,
  type Tool,
  type ToolDefinition,
  type ToolFor,
  tool,
} from './tool/tool.ts';
export type { AnySchema, InputOf, NoArguments, OutputOf, ToolSchema } from './tool/tool-schema.ts';
export { toolSpec, toolSpecSync } from './tool/tool-spec.ts';
export { isToolset, type Toolset } from './tool/toolset.ts';
