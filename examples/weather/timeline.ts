import { styleText } from 'node:util';
import type { Json } from 'toolglot';
import { columns, printJson } from './print-json.ts';
import type { Exchange } from './recorder.ts';
import type { Visit } from './station.ts';

type Style = Parameters<typeof styleText>[0];
export const paint = (style: Style, text: string) => (process.stdout.isTTY ? styleText(style, text) : text);

export const print = (line = '') => console.log(line);
export const heading = (text: string) => print(`\n${paint('bold', text)}`);
export const section = (text: string) =>
  print(`\n${paint(['bold', 'cyan'], `━━ ${text} ${'━'.repeat(Math.max(2, 92 - text.length))}`)}\n`);

/** What happened, in order: requests and answers as they went over the wire, and the stations that were asked, as bars. */
export function timeline(exchanges: readonly Exchange[], visits: readonly Visit[]): void {
  const zero = exchanges[0]?.start ?? 0;
  const at = (time: number) => `${String(Math.round(time - zero)).padStart(5)} ms`;
  exchanges.forEach(({ path, body, start, end, status, answer }, index) => {
    print(`${at(start)}  ${paint('green', '→')} POST ${path}`);
    wire(news(body, exchanges[index - 1]?.body));
    print(`${at(end)}  ${paint('yellow', '←')} ${status}`);
    wire(gist(answer));
    const until = exchanges[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    bars(
      visits.filter((visit) => visit.start >= end && visit.start < until),
      at,
    );
  });
}

type Fields = readonly (readonly [string, Json])[];

function wire(fields: Fields): void {
  for (const [field, value] of fields) {
    for (const item of Array.isArray(value) ? value : [value]) wireLine(field, item);
  }
}

function wireLine(field: string, value: Json): void {
  printJson(value).forEach((line, index) => {
    print(`          ${paint('cyan', (index === 0 ? field : '').padEnd(11))} ${paint('dim', line)}`);
  });
}

/** The fields of a body that the one before did not have; of the messages, those behind the model's own, which its answer showed. */
function news(body: Json, before: Json | undefined): Fields {
  const [fields, old] = [asObject(body), asObject(before)];
  return Object.entries(fields).flatMap(([field, value]): Fields => {
    if (JSON.stringify(old[field]) === JSON.stringify(value)) return [];
    if (!Array.isArray(value) || !Array.isArray(old[field])) return [[field, value]];
    const fresh: readonly Json[] = value.slice(old[field].length).filter((item: Json) => !isOwn(asObject(item)));
    return [[`${field} +`, fresh]];
  });
}

/** what the model said is in its answer already. */
const isOwn = ({ role, type }: Readonly<Record<string, Json>>) =>
  role === 'assistant' || role === 'model' || type === 'function_call' || type === 'reasoning';

const GIST = ['choices', 'content', 'stop_reason', 'output', 'status', 'candidates', 'error'];
const gist = (answer: Json): Fields =>
  Object.entries(asObject(answer)).filter(([field, value]) => GIST.includes(field) && value !== null);

const WIDTH = 40;

/** A bar for each station that was asked: what ran at the same time stands one above the other. */
function bars(visits: readonly Visit[], at: (time: number) => string): void {
  const zero = Math.min(...visits.map(({ start }) => start));
  const span = Math.max(1, ...visits.map(({ end }) => end - zero));
  const cell = (time: number) => Math.round(((time - zero) / span) * WIDTH);
  for (const { city, start, end, ok } of visits.toSorted((a, b) => a.start - b.start)) {
    const bar = ' '.repeat(cell(start)) + '█'.repeat(Math.max(1, cell(end) - cell(start)));
    const style = ok ? 'green' : 'red';
    print(
      `${at(start)}  ${paint(style, ok ? '✓' : '✗')} ${city}${' '.repeat(12 - columns(city))}${paint(style, bar)} ${Math.round(end - start)} ms`,
    );
  }
}

const asObject = (value: Json | undefined): Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
