import type { Message, Request, ToolResult } from '@toolglot/core';
import { changeLast, type Mutator } from './mutator.ts';

const stray: ToolResult = {
  type: 'tool-result',
  callId: 'call_of_nobody',
  name: 'nobody',
  content: [{ type: 'text', text: 'stray' }],
};

const note: Message = { role: 'user', content: [{ type: 'text', text: 'before the results' }] };
const instruction: Message = { role: 'system', content: [{ type: 'text', text: 'before the results' }] };

/** What can be wrong with the answers to calls. */
export const resultMutators: readonly Mutator[] = [
  { id: 'drop-result', apply: (request) => changeResults(request, (results) => results.slice(1)) },
  { id: 'repeat-result', apply: (request) => changeResults(request, (results) => [...results, ...results.slice(0, 1)]) },
  { id: 'orphan-result', apply: (request) => changeResults(request, (results) => [...results, stray]) },
  {
    id: 'reorder-results',
    apply: (request) => changeResults(request, (results) => (results[1] ? results.toReversed() : undefined)),
  },
  { id: 'text-before-results', apply: (request) => changeLast(request, 'tool', (message) => [note, message]) },
  { id: 'system-before-results', apply: (request) => changeLast(request, 'tool', (message) => [instruction, message]) },
  { id: 'results-in-another-turn', apply: moveResults },
];

function changeResults(request: Request, change: (results: readonly ToolResult[]) => readonly ToolResult[] | undefined) {
  return changeLast(request, 'tool', (message) => {
    const content = change(message.content);
    return content && (content.length > 0 ? [{ ...message, content }] : []);
  });
}

/** Closes the step without its results, which come a turn later. */
function moveResults(request: Request): Request | undefined {
  const late: readonly Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'and?' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'wait' }] },
  ];
  return changeLast(request, 'tool', (message) => [...late, message]);
}
