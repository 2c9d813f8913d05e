import type { HostedToolPart, JsonObject } from '@toolglot/core';
import type { Draft } from '../chat/wire.ts';
import type { FieldOf, ItemOf, ItemType } from './wire.ts';

/** How the items of a tool that the vendor runs are read. */
export interface HostedKind {
  readonly type: string;
  readonly tool: string;
  /** the fields that say what is asked of the tool. */
  readonly args: readonly string[];
  readonly result?: string;
  /** the field of the result where the tool failed. */
  readonly error?: string;
  /** the field by which the item is known to others. */
  readonly join: string;
  /** a result in an item of its own. */
  readonly apart?: true;
  /** the status of items that say none. */
  readonly status?: HostedToolPart['status'];
  /** what its items always say. */
  readonly always?: JsonObject;
}

interface Fields<T extends ItemType> {
  readonly args?: readonly FieldOf<T>[];
  readonly result?: FieldOf<T>;
  readonly error?: FieldOf<T>;
  readonly join?: FieldOf<T>;
  readonly apart?: true;
  readonly status?: HostedToolPart['status'];
  readonly always?: JsonObject;
}

const kind = <T extends ItemType>(type: T, tool: string, fields: Fields<T>): HostedKind => ({
  type,
  tool: `openai.${tool}`,
  args: [],
  join: 'id',
  ...fields,
});

/** a search that the program runs is a call of a tool of ours. */
const BY_SERVER = { call_id: null, execution: 'server' } satisfies Draft<ItemOf<'tool_search_call'>>;

/** without an environment it is the program's own shell. */
const IN_CONTAINER = {
  environment: { type: 'container_reference', container_id: '' },
} satisfies Draft<ItemOf<'shell_call'>>;

const MCP = ['server_label', 'name', 'arguments'] as const;

export const HOSTED_KINDS: readonly HostedKind[] = [
  kind('web_search_call', 'web_search', { args: ['action'] }),
  kind('file_search_call', 'file_search', { args: ['queries'], result: 'results' }),
  kind('code_interpreter_call', 'code_interpreter', { args: ['code'], result: 'outputs' }),
  kind('image_generation_call', 'image_generation', { result: 'result' }),
  kind('mcp_call', 'mcp', { args: MCP, result: 'output', error: 'error' }),
  kind('mcp_approval_request', 'mcp', { args: MCP, status: 'needs-approval' }),
  kind('mcp_list_tools', 'mcp_list_tools', { args: ['server_label'], result: 'tools', error: 'error', status: 'done' }),
  kind('tool_search_call', 'tool_search', { args: ['arguments'], always: BY_SERVER }),
  kind('tool_search_output', 'tool_search', {
    result: 'tools',
    apart: true,
    always: BY_SERVER,
  }),
  kind('shell_call', 'shell', { args: ['action'], join: 'call_id', always: IN_CONTAINER }),
  kind('shell_call_output', 'shell', { result: 'output', join: 'call_id', apart: true }),
  kind('program', 'programmatic_tool_calling', { args: ['code'], join: 'call_id', status: 'done' }),
  kind('program_output', 'programmatic_tool_calling', { result: 'result', join: 'call_id', apart: true }),
];

/** The kind of item that a part of a tool that the vendor runs is. */
export function kindOfHosted({ tool, args, status }: HostedToolPart): HostedKind | undefined {
  const kinds = HOSTED_KINDS.filter((one) => one.tool === tool);
  const asks = status === 'needs-approval';
  return kinds.find((one) => (one.status === 'needs-approval') === asks && Boolean(one.apart) === (args === null));
}

/** Whether a part's id is that of its item, and not one that joins a call and its result. */
export const isKnownById = (part: HostedToolPart): boolean => kindOfHosted(part)?.join === 'id';
