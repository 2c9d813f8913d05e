import type { Json, JsonObject } from '../json/json.ts';
import type { CacheMark } from './cache.ts';
import type { ToolSlots } from './vendor.ts';

interface ToolBase {
  readonly vendor?: ToolSlots;
  readonly cache?: CacheMark;
}

/** Hints about what a tool does, in the words of MCP. */
export interface ToolAnnotations {
  /** changes nothing. */
  readonly readOnly?: boolean;
  /** may destroy what cannot be brought back. */
  readonly destructive?: boolean;
  /** a second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
  /** reaches beyond the app: the web, other people. */
  readonly openWorld?: boolean;
}

/** A tool that the program runs, with arguments that follow a JSON Schema. */
export interface FunctionTool extends ToolBase {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the input; absent: no arguments. */
  readonly input?: JsonObject;
  /** JSON Schema of the result. */
  readonly output?: JsonObject;
  /** whether the vendor shall hold the model to the schema by grammar; absent: its own default. */
  readonly strict?: boolean;
  readonly annotations?: ToolAnnotations;
  readonly examples?: readonly JsonObject[];
  /** not shown to the model until a search finds it. */
  readonly deferred?: boolean;
  /** whether a stream has the arguments as the model writes them, unchecked; absent: the vendor's own default. */
  readonly unbuffered?: boolean;
}

/** A tool that takes free text, or text that follows a grammar. Its call's `args` is `{ input: text }`. */
export interface TextTool extends ToolBase {
  readonly type: 'text';
  readonly name: string;
  readonly description?: string;
  readonly format?: Grammar;
}

export interface Grammar {
  readonly syntax: 'lark' | 'regex';
  readonly definition: string;
}

/** A tool that the vendor runs. `id` is `vendor.tool`; `config` is in the vendor's spelling. */
export interface HostedTool extends ToolBase {
  readonly type: 'hosted';
  readonly id: string;
  readonly config?: Json;
}

/** A tool whose schema the vendor knows and the program runs. */
export interface ClientTool extends ToolBase {
  readonly type: 'client';
  readonly id: string;
  /** the name under which the model calls it. */
  readonly name: string;
  readonly config?: Json;
}

/** A tool as a request offers it. */
export type ToolSpec = FunctionTool | TextTool | HostedTool | ClientTool;
