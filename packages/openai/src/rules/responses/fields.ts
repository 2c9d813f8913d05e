import type { Fields, ToolType, WireBody, WireItem, WirePart } from './wire.ts';

const names = (known: object, more: readonly string[] = []): ReadonlySet<string> => new Set([...Object.keys(known), ...more]);

const byType = (known: Readonly<Record<string, object>>, more: Readonly<Record<string, readonly string[]>> = {}) =>
  new Map(Object.entries(known).map(([type, fields]) => [type, names(fields, more[type])]));

/** What a body may hold: all that the client's types know, and what was seen to be taken. */
export const BODY_FIELDS = names(
  {
    background: true,
    context_management: true,
    conversation: true,
    include: true,
    input: true,
    instructions: true,
    max_output_tokens: true,
    metadata: true,
    model: true,
    moderation: true,
    parallel_tool_calls: true,
    previous_response_id: true,
    prompt: true,
    prompt_cache_key: true,
    prompt_cache_options: true,
    prompt_cache_retention: true,
    reasoning: true,
    safety_identifier: true,
    service_tier: true,
    store: true,
    stream: true,
    stream_options: true,
    temperature: true,
    text: true,
    tool_choice: true,
    tools: true,
    top_logprobs: true,
    top_p: true,
    truncation: true,
    user: true,
  } satisfies Record<keyof WireBody, true>,
  ['client_metadata', 'max_tool_calls'],
);

const shared = { type: true, id: true } as const;
const call = { ...shared, call_id: true, status: true } as const;
const byCaller = { ...call, caller: true } as const;

/** the types of version 6 of the client. */
const ITEMS: Fields<WireItem> = {
  message: { ...shared, role: true, content: true, status: true, phase: true },
  reasoning: { ...shared, summary: true, content: true, encrypted_content: true, status: true },
  function_call: { ...byCaller, name: true, arguments: true, namespace: true },
  function_call_output: { ...byCaller, output: true },
  custom_tool_call: { ...shared, call_id: true, caller: true, name: true, input: true, namespace: true },
  custom_tool_call_output: { ...shared, call_id: true, caller: true, output: true },
  tool_search_call: { ...call, arguments: true, execution: true },
  tool_search_output: { ...call, tools: true, execution: true },
  additional_tools: { ...shared, role: true, tools: true },
  program: { ...shared, call_id: true, code: true, fingerprint: true },
  program_output: { ...call, result: true },
  mcp_list_tools: { ...shared, server_label: true, tools: true, error: true },
  mcp_approval_request: { ...shared, server_label: true, name: true, arguments: true },
  mcp_approval_response: { ...shared, approval_request_id: true, approve: true, reason: true },
  mcp_call: {
    ...shared,
    server_label: true,
    name: true,
    arguments: true,
    approval_request_id: true,
    error: true,
    output: true,
    status: true,
  },
  file_search_call: { ...shared, queries: true, results: true, status: true },
  web_search_call: { ...shared, action: true, status: true },
  image_generation_call: { ...shared, result: true, status: true },
  code_interpreter_call: { ...shared, code: true, container_id: true, outputs: true, status: true },
  computer_call: { ...call, pending_safety_checks: true, action: true, actions: true },
  computer_call_output: { ...call, output: true, acknowledged_safety_checks: true },
  local_shell_call: { ...call, action: true },
  local_shell_call_output: { ...shared, output: true, status: true },
  shell_call: { ...byCaller, action: true, environment: true },
  shell_call_output: { ...byCaller, output: true, max_output_length: true },
  apply_patch_call: { ...byCaller, operation: true },
  apply_patch_call_output: { ...byCaller, output: true },
  compaction: { ...shared, encrypted_content: true },
  compaction_trigger: { type: true },
  item_reference: shared,
};

/** What each item of the input may hold, by its type; beside version 6 of the client also what version 7 knows. */
export const ITEM_FIELDS = byType(
  { ...ITEMS, configuration_update: {} },
  {
    function_call: ['async'],
    // the vendor's own example answers a shell by the id of the call
    local_shell_call_output: ['call_id'],
    custom_tool_call: ['async', 'status'],
    function_call_output: ['name', 'namespace'],
    custom_tool_call_output: ['status', 'name', 'namespace'],
  },
);

const cached = { type: true, prompt_cache_breakpoint: true } as const;

const PARTS: Fields<WirePart> = {
  input_text: { ...cached, text: true },
  input_image: { ...cached, detail: true, file_id: true, image_url: true },
  input_file: { ...cached, detail: true, file_data: true, file_id: true, file_url: true, filename: true },
  output_text: { type: true, text: true, annotations: true, logprobs: true },
  refusal: { type: true, refusal: true },
};

/** What each part of a message or an output may hold, by its type. */
export const PART_FIELDS = byType(PARTS);

/** The types of tools. */
export const TOOL_TYPES = names({
  function: true,
  custom: true,
  namespace: true,
  tool_search: true,
  mcp: true,
  web_search: true,
  web_search_2025_08_26: true,
  web_search_preview: true,
  web_search_preview_2025_03_11: true,
  file_search: true,
  code_interpreter: true,
  image_generation: true,
  computer: true,
  computer_use_preview: true,
  local_shell: true,
  shell: true,
  apply_patch: true,
  programmatic_tool_calling: true,
} satisfies Record<ToolType, true>);
