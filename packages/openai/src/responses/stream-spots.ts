/** Where in an item a text is that comes in pieces. */
export interface Spot {
  /** types of the items that have it; the first is the usual one. */
  readonly items: readonly [string, ...string[]];
  /** the field that holds it; with `list`, of an entry of that list. */
  readonly field: string;
  readonly list?: 'content' | 'summary';
  /** the type of such an entry. */
  readonly type?: string;
}

/** A list of entries that begin and end of their own. */
export interface Entries extends Pick<Spot, 'items'> {
  readonly list: 'content' | 'summary';
}

/** What an event says of an item. */
export type Step =
  | { readonly of: 'item'; readonly end: 'added' | 'done' }
  | { readonly of: 'text'; readonly spot: Spot; readonly end: 'delta' | 'done' }
  | { readonly of: 'entry'; readonly entries: Entries; readonly end: 'added' | 'done' };

const text = (name: string, spot: Spot): readonly (readonly [string, Step])[] => [
  [`response.${name}.delta`, { of: 'text', spot, end: 'delta' }],
  [`response.${name}.done`, { of: 'text', spot, end: 'done' }],
];

const entry = (name: string, entries: Entries): readonly (readonly [string, Step])[] => [
  [`response.${name}.added`, { of: 'entry', entries, end: 'added' }],
  [`response.${name}.done`, { of: 'entry', entries, end: 'done' }],
];

/** By the type of the event. */
export const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['response.output_item.added', { of: 'item', end: 'added' }],
  ['response.output_item.done', { of: 'item', end: 'done' }],
  ...text('output_text', { items: ['message'], list: 'content', type: 'output_text', field: 'text' }),
  ...text('refusal', { items: ['message'], list: 'content', type: 'refusal', field: 'refusal' }),
  ...text('reasoning_text', { items: ['reasoning'], list: 'content', type: 'reasoning_text', field: 'text' }),
  ...text('reasoning_summary_text', { items: ['reasoning'], list: 'summary', type: 'summary_text', field: 'text' }),
  ...text('function_call_arguments', { items: ['function_call'], field: 'arguments' }),
  ...text('custom_tool_call_input', { items: ['custom_tool_call'], field: 'input' }),
  ...text('mcp_call_arguments', { items: ['mcp_call', 'mcp_approval_request'], field: 'arguments' }),
  ...text('code_interpreter_call_code', { items: ['code_interpreter_call'], field: 'code' }),
  ...entry('content_part', { items: ['message', 'reasoning'], list: 'content' }),
  ...entry('reasoning_summary_part', { items: ['reasoning'], list: 'summary' }),
]);
