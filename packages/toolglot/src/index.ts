export {
  describeTool,
  type Json,
  type JsonObject,
  type Loss,
  type Message,
  type Model,
  type Profile,
  type Tool,
  type Toolset,
  tool,
} from '@toolglot/core';
export { type CallOf, callTool, RunError, type RunOptions, type RunResult } from '@toolglot/runner';
export { profileOf } from './providers.ts';
export { run, toolkit } from './run.ts';
export { type Translated, type TranslateOptions, translate } from './translate.ts';
