import { type Codec, isJsonObject, isToolglotError, type Json } from '@toolglot/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Vendor, vendorList } from './vendors.ts';

describe.each(vendorList)('the reader of $name is tolerant', ({ bodies, codec }) => {
  test('a good body with an awkward value in any place is read, or is a WireError', () => {
    for (const body of bodies)
      for (const place of placesOf(body)) for (const value of AWKWARD) read(codec, replaceAt(body, place, value));
  });
});

describe.each(vendorList)('the rules of $name are total', (vendor) => {
  test('any JSON at all is judged, never thrown at', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (body, headers) =>
        judge(vendor, asJson(body), headers),
      ),
    );
  });

  test('a good body with any JSON in any place is judged too', () => {
    const spoiled = fc.record({ body: fc.constantFrom(...vendor.bodies), place: fc.nat(), value: fc.jsonValue() });
    fc.assert(
      fc.property(spoiled, ({ body, place, value }) =>
        judge(vendor, replaceAt(body, pick(placesOf(body), place), asJson(value))),
      ),
    );
  });

  test('each value left out of a good body, or replaced by an awkward one, is judged too', () => {
    for (const body of vendor.bodies)
      for (const place of placesOf(body)) for (const value of AWKWARD) judge(vendor, replaceAt(body, place, value));
  });
});

/** JSON that cannot be printed, counted or walked as one might think; `undefined` stands for nothing at all. */
const AWKWARD: readonly (Json | undefined)[] = [
  undefined,
  null,
  '',
  -1,
  [[]],
  [null],
  [{ toString: 0 }],
  { toString: 0 },
  { length: 3 },
  { type: { toString: 0 }, name: { toString: 0 }, id: { toString: 0 }, tool_use_id: { toString: 0 }, role: [], text: {} },
];

type Place = readonly (string | number)[];

function judge({ rules }: Vendor, body: Json, headers?: Readonly<Record<string, string>>): void {
  for (const rule of rules) {
    const violation = rule.check(body, headers);
    if (violation) expect(violation).toEqual({ path: expect.any(String), message: expect.stringMatching(/./) });
  }
}

function read({ decodeRequest }: Codec, body: Json): void {
  try {
    decodeRequest(body);
  } catch (error) {
    if (!isToolglotError(error) || error.code !== 'wire') throw error;
  }
}

function placesOf(value: Json): readonly Place[] {
  const inner = Array.isArray(value)
    ? value.map((item, index): [number, Json] => [index, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [[], ...inner.flatMap(([key, item]) => placesOf(item).map((place) => [key, ...place]))];
}

function pick(places: readonly Place[], number: number): Place {
  return places[number % places.length] ?? [];
}

/** A copy with another value at a place, or without it where the value is `undefined`. */
function replaceAt(body: Json, [key, ...rest]: Place, value: Json | undefined): Json {
  if (key === undefined) return value ?? null;
  const change = (item: Json) => (rest.length === 0 && value === undefined ? [] : [replaceAt(item, rest, value)]);
  if (Array.isArray(body)) return body.flatMap((item: Json, index) => (index === key ? change(item) : [item]));
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, item]) => (name === key ? change(item).map((made) => [name, made]) : [[name, item]])),
  );
}

/** `fc.jsonValue()` gives values that are JSON already, `-0` apart. */
function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
