export {
  describeTool,
  type ExecuteContext,
  isToolglotError,
  type Json,
  type JsonObject,
  type Loss,
  type Message,
  type Model,
  type NoArguments,
  type Profile,
  type Settings,
  type Tool,
  type ToolDescription,
  type ToolFor,
  type Toolset,
  tool,
  toolSpec,
  VendorError,
} from '@toolglot/core';
export {
  type Call,
  type CallOf,
  callTool,
  type Outcome,
  RunError,
  type RunOptions,
  type RunResult,
  type Toolkit,
} from '@toolglot/runner';
export { profileOf } from './providers.ts';
export { run, toolkit } from './run.ts';
export { type Translated, type TranslateOptions, translate } from './translate.ts';
