import { readFileSync } from 'node:fs';
import { anthropicMessages } from '@toolglot/anthropic/codec';
import { bedrockConverse } from '@toolglot/bedrock/codec';
import { type Codec, type Json, type JsonObject, type Request, type Response, UnsupportedError } from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { openaiChat, openaiResponses } from '@toolglot/openai/codec';
import { expect, test } from 'vitest';

/** docs/ir.md is the spec of the neutral form: each neutral block is followed by the JSON of every format. */
const codecs: readonly Codec[] = [openaiChat, openaiResponses, anthropicMessages, googleGenerateContent, bedrockConverse];
const page = readFileSync(new URL('../docs/ir.md', import.meta.url), 'utf8');

interface Block {
  readonly value: Json;
  /** what the format says does not come back as it was. */
  readonly oneWay: boolean;
}

interface Case {
  readonly heading: string;
  readonly neutral: Fragment;
  readonly wires: ReadonlyMap<string, Block>;
}

/** Part of a request, or a response. */
type Fragment = Partial<Request> & { readonly response?: Response };

function casesOf(markdown: string): readonly Case[] {
  const cases: { heading: string; neutral: Fragment; wires: Map<string, Block> }[] = [];
  let heading = '';
  for (const { groups: { heading: next, kind, way, text = '' } = {} } of markdown.matchAll(BLOCK)) {
    heading = next ?? heading;
    if (kind === 'neutral') cases.push({ heading, neutral: JSON.parse(text), wires: new Map() });
    else if (kind !== undefined) cases.at(-1)?.wires.set(kind, { value: JSON.parse(text), oneWay: way !== undefined });
  }
  return cases;
}

const BLOCK = /^#+ (?<heading>.+)$|^```json (?<kind>[\w-]+)(?<way> one-way)?\n(?<text>[\s\S]*?)^```$/gm;

const pick = (object: object, like: object): Json => Object.fromEntries(Object.entries(object).filter(([key]) => key in like));

/** Without what a format adds for itself. */
function neutralOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(neutralOnly);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([key]) => !['vendor', 'seal', 'argsText', 'origin', 'raw'].includes(key));
  return Object.fromEntries(own.map(([key, member]) => [key, neutralOnly(member)]));
}

const encode = (codec: Codec, { response, ...request }: Fragment): JsonObject =>
  response ? Object(codec.encodeResponse(response)) : codec.encodeRequest({ model: 'm', messages: [], ...request }).body;

const decode = (codec: Codec, { response }: Fragment, wire: JsonObject): object =>
  response ? { response: codec.decodeResponse(wire) } : codec.decodeRequest({ ...encode(codec, {}), ...wire }).request;

const cases = casesOf(page);

test('the page has blocks', () => {
  expect(cases.length).toBeGreaterThan(40);
});

for (const [index, { heading, neutral, wires }] of cases.entries())
  for (const codec of codecs)
    test(`${heading} (${index + 1}) in ${codec.name}`, () => {
      const wire = wires.get(codec.name);
      if (wire?.value === 'unsupported') {
        expect(() => encode(codec, neutral)).toThrow(UnsupportedError);
        return;
      }
      const body: JsonObject = Object(wire?.value);
      expect(Object.keys(body).length).toBeGreaterThan(0);
      expect(encode(codec, neutral)).toMatchObject(body);
      if (!wire?.oneWay) expect(neutralOnly(pick(decode(codec, neutral, body), neutral))).toEqual(neutral);
    });
