import { type AssistantPart, type Json, type JsonObject, lower, type Message, type Response } from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';
import { describe, expect, test } from 'vitest';
import { openaiResponses } from './codec.ts';

const { encodeRequest, decodeResponse, encodeResponse } = openaiResponses;

const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'blob' };
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { query: 'x' } };
const text = [{ type: 'output_text', text: 'so', annotations: [] }];
const said = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: text };
const turnOf = (...output: readonly JsonObject[]) => decodeResponse({ id: 'r', model: 'm', output }).message;
const idsIn = (items: Json | undefined) => readList(items).flatMap((item) => readObject(item).id ?? []);
const idsOf = (message: Message) => idsIn(encodeRequest({ messages: [message] }).body.input);

describe('ids of items', () => {
  test('go while all stands as it stood', () => {
    expect(idsOf(turnOf(thought, search, said))).toEqual(['rs_1', 'ws_1', 'msg_1']);
  });

  test.each<[string, (parts: readonly AssistantPart[]) => readonly (AssistantPart | undefined)[]]>([
    ['is behind what it led to', ([a, b, c]) => [b, a, c]],
    ['stands before something else', ([a, b, c]) => [a, c, b]],
    ['was left out', ([, b, c]) => [b, c]],
    ['led to something that was left out', ([a, , c]) => [a, c]],
    ['has a text of ours behind it', ([a, b, c]) => [a, { type: 'text', text: 'ours' }, b, c]],
  ])('stay behind, also those of what the vendor ran, where reasoning %s', (_what, change) => {
    const message = turnOf(thought, search, said);
    const content = change(message.content).flatMap((part) => part ?? []);
    expect(idsOf({ ...message, content })).toEqual([]);
  });

  test('stay behind where what reasoning led to was edited', () => {
    const edited = JSON.parse(JSON.stringify(turnOf(thought, search, said)).replace('"query":"x"', '"query":"y"'));
    expect(idsOf(edited)).toEqual([]);
  });

  test('stay behind where one of several texts of a message was edited, or moved in front of it', () => {
    const message = turnOf(thought, { ...said, content: [...text, { ...text[0], text: 'then' }] });
    const [a, b, c] = message.content;
    expect(idsOf(message)).toEqual(['rs_1', 'msg_1']);
    expect(idsOf(JSON.parse(JSON.stringify(message).replace('"text":"then"', '"text":"now"')))).toEqual([]);
    expect(idsOf({ ...message, content: [a, c, b].flatMap((part) => part ?? []) })).toEqual([]);
  });

  test('stay behind where reasoning that led to nothing is gone on from', () => {
    const message = turnOf(search, thought);
    const { content } = { ...message, content: [...message.content, { type: 'text', text: 'ours' } as const] };
    expect(idsOf({ ...message, content })).not.toContain('rs_1');
  });

  test('of what another server ran are not sent, and all else of it is', () => {
    const message = { ...turnOf(search), origin: { codec: 'openai-responses', provider: 'azure', model: 'm' } };
    const { request } = lower({ messages: [message] }, openaiResponses.profile);
    const { id: _id, ...item } = search;
    expect(encodeRequest(request).body.input).toEqual([item]);
  });

  test('are made for answers that have none: for equal items of one conversation different ones, and always the same', () => {
    const hm = { type: 'reasoning', text: 'hm' } as const;
    const answer = (id: string): Response => ({
      id,
      message: { role: 'assistant', content: [hm, hm, { ...hm }] },
      finish: { reason: 'stop' },
    });
    const ids = ['a', 'b'].flatMap((id) => idsIn(readObject(encodeResponse(answer(id))).output));
    expect(new Set(ids).size).toBe(6);
    expect(encodeResponse(answer('a'))).toEqual(encodeResponse(answer('a')));
  });
});
