export type { ResolveModel } from './ask-model.ts';
export type { Call, CallOf, Outcome, ToolList } from './call.ts';
export { type CallToolOptions, type CallToolResult, callTool } from './call-tool.ts';
export type { RunOptions } from './options.ts';
export type { MessageInput } from './read-messages.ts';
export type { RunRecord, RunResult, RunUsage } from './result.ts';
export { createRunner, type Runner, run, type Toolkit, toolkit } from './run.ts';
export { RunError } from './run-error.ts';
