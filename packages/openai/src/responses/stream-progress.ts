import type { ItemType, WireEventType } from './wire.ts';

/** An event that says no more than of which item it is. */
type Step = Extract<WireEventType, `response.${string}_call.${string}` | `response.mcp_list_tools.${string}`>;
type Told = Exclude<Step, `${string}.delta` | `${string}.done` | `${string}.partial_image`>;

/** What is told of a tool that the vendor runs, on its way. */
interface Progress {
  readonly before: readonly Told[];
  readonly done: Told;
  readonly failed?: Told;
}

const progress = (type: ItemType, before: readonly Told[], done: Told, failed?: Told) =>
  [type, { before, done, ...(failed && { failed }) }] as const;

/** By the type of the item. */
export const PROGRESS: ReadonlyMap<unknown, Progress> = new Map([
  progress(
    'web_search_call',
    ['response.web_search_call.in_progress', 'response.web_search_call.searching'],
    'response.web_search_call.completed',
  ),
  progress(
    'file_search_call',
    ['response.file_search_call.in_progress', 'response.file_search_call.searching'],
    'response.file_search_call.completed',
  ),
  progress(
    'code_interpreter_call',
    ['response.code_interpreter_call.in_progress', 'response.code_interpreter_call.interpreting'],
    'response.code_interpreter_call.completed',
  ),
  progress(
    'image_generation_call',
    ['response.image_generation_call.in_progress', 'response.image_generation_call.generating'],
    'response.image_generation_call.completed',
  ),
  progress('mcp_call', ['response.mcp_call.in_progress'], 'response.mcp_call.completed', 'response.mcp_call.failed'),
  progress(
    'mcp_list_tools',
    ['response.mcp_list_tools.in_progress'],
    'response.mcp_list_tools.completed',
    'response.mcp_list_tools.failed',
  ),
]);
