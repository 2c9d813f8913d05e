import { type Message, type Request, UnsupportedError } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { openaiProfile } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';

const encode = (request: Partial<Request>, profile?: Parameters<typeof encodeRequest>[1]) =>
  encodeRequest({ messages: [], ...request }, profile).body;
const messages = (...list: readonly Message[]) => encode({ messages: list }).messages;
const again = (body: unknown) => encodeRequest(decodeRequest(body).request).body;
const user = (...content: Extract<Message, { role: 'user' }>['content']) => messages({ role: 'user', content });
const call = { type: 'tool-call', id: 'c1', name: 'f', args: { a: 1 } } as const;
const wireCall = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };

describe('messages', () => {
  test('one text is a string, several are a list, and the list of one stays one', () => {
    expect(user({ type: 'text', text: 'a' })).toEqual([{ role: 'user', content: 'a' }]);
    expect(user({ type: 'text', text: 'a' }, { type: 'text', text: 'b' })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ]);
    const listed = { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] };
    expect(decodeRequest(listed).request.messages).toEqual([
      { role: 'user', plain: false, content: [{ type: 'text', text: 'a' }] },
    ]);
    expect(again(listed)).toEqual(listed);
  });

  test('media go out in the three forms that Chat has', () => {
    const parts = [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
      { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,CCCC', filename: 'a.pdf' } },
      { type: 'file', file: { file_id: 'file-1' } },
    ];
    const { request } = decodeRequest({ messages: [{ role: 'user', content: parts }] });
    expect(request.messages[0]?.content).toMatchObject([
      { mediaType: 'image/png', data: { base64: 'AAAA' } },
      { mediaType: 'image/*', data: { url: 'https://example.org/a.png' } },
      { mediaType: 'audio/mpeg', data: { base64: 'BBBB' } },
      { mediaType: 'application/pdf', data: { base64: 'CCCC' }, filename: 'a.pdf' },
      { mediaType: 'application/*', data: { fileId: 'file-1' } },
    ]);
    expect(again({ messages: [{ role: 'user', content: parts }] })).toEqual({ messages: [{ role: 'user', content: parts }] });
  });

  test('what Chat cannot say is an error that names the place', () => {
    const video = { type: 'media', mediaType: 'video/mp4', data: { base64: 'AA' } } as const;
    const hosted = { type: 'hosted-tool', id: 'h', tool: 'other.search', args: {}, status: 'done' } as const;
    const result = { type: 'tool-result', callId: 'c1', name: 'f' } as const;
    const refused: readonly (readonly [Message, string])[] = [
      [{ role: 'user', content: [video] }, 'messages[0].content[0]'],
      [{ role: 'user', content: [{ type: 'approval', id: 'a', approve: true }] }, 'messages[0].content[0]'],
      [{ role: 'user', content: [{ type: 'opaque', codec: 'other', value: {} }] }, 'messages[0].content[0]'],
      [{ role: 'assistant', content: [hosted] }, 'messages[0].content[0]'],
      [{ role: 'assistant', content: [call, { type: 'text', text: 'late' }] }, 'messages[0].content[1]'],
      [
        { role: 'tool', content: [{ ...result, content: [{ ...video, mediaType: 'image/png' }] }] },
        'messages[0].content[0].content[0]',
      ],
      [
        { role: 'tool', content: [{ ...result, content: [{ type: 'tool-reference', name: 'g' }] }] },
        'messages[0].content[0].content[0]',
      ],
    ];
    for (const [message, path] of refused) {
      expect(() => messages(message)).toThrow(UnsupportedError);
      expect(() => messages(message)).toThrow(path);
    }
  });

  test('the results of a step are a message each, and the error mark goes into the text', () => {
    const content = [
      { type: 'tool-result', callId: 'a', name: 'f', content: [{ type: 'json', value: { ok: true } }] },
      { type: 'tool-result', callId: 'b', name: 'f', content: [{ type: 'text', text: 'no such city' }], isError: true },
      { type: 'tool-result', callId: 'c', name: 'f', content: [{ type: 'text', text: '{"error":"gone"}' }], isError: true },
    ] as const;
    expect(messages({ role: 'tool', content })).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '{"ok":true}' },
      { role: 'tool', tool_call_id: 'b', content: '{"error":"no such city"}' },
      { role: 'tool', tool_call_id: 'c', content: '{"error":"gone"}' },
    ]);
  });

  test('a result takes its name from the call before it', () => {
    const body = {
      messages: [
        { role: 'assistant', content: null, tool_calls: [wireCall] },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
      ],
    };
    expect(decodeRequest(body).request.messages[1]).toEqual({
      role: 'tool',
      content: [{ type: 'tool-result', callId: 'c1', name: 'f', content: [{ type: 'text', text: '1' }] }],
    });
  });

  test('reasoning goes back in the field that it came in, or that the profile names', () => {
    const body = (field: string) => ({ messages: [{ role: 'assistant', content: 'a', [field]: 'hm' }] });
    for (const field of ['reasoning_content', 'reasoning', 'reasoning_text']) {
      expect(again(body(field))).toEqual(body(field));
      const { request } = decodeRequest(body(field));
      const profile = { ...openaiProfile('x'), reasoning: { ...openaiProfile('x').reasoning, field: 'reasoning' } };
      expect(encodeRequest(request, profile).body).toEqual(body('reasoning'));
    }
  });

  test('signatures of reasoning go back while the reasoning is as it was', () => {
    const body = { messages: [{ role: 'assistant', content: 'a', reasoning: 'hm', reasoning_details: [{ signature: 's' }] }] };
    const { request } = decodeRequest(body);
    expect(encodeRequest(request).body).toEqual(body);
    const edited = request.messages.map((message) => ({
      ...message,
      content: message.content.map((part) => (part.type === 'reasoning' ? { ...part, text: 'other' } : part)),
    })) as readonly Message[];
    expect(JSON.stringify(encodeRequest({ messages: edited }).body)).not.toContain('signature');
  });

  test('messages of unknown roles and parts of unknown kinds are kept', () => {
    const body = {
      messages: [
        { role: 'moderator', content: 'x' },
        { role: 'user', content: [{ type: 'document_url', document_url: 'data:' }] },
        { role: 'assistant', content: '', tool_calls: [{ id: 'x', type: 'builtin', builtin: {} }] },
      ],
    };
    expect(again(body)).toEqual(body);
  });

  test('a legacy function call and its result are a call and a result', () => {
    const body = {
      messages: [
        { role: 'assistant', content: null, function_call: { name: 'w', arguments: '{}' } },
        { role: 'function', name: 'w', content: '1' },
      ],
    };
    const [asked, answered] = decodeRequest(body).request.messages;
    const id = asked?.content[0]?.type === 'tool-call' ? asked.content[0].id : '';
    expect(asked?.content).toMatchObject([{ type: 'tool-call', name: 'w', minted: true }]);
    expect(answered?.content).toMatchObject([{ callId: id, name: 'w' }]);
    expect(again(body)).toEqual(body);
  });

  test('results without ids answer the open calls of their name in order', () => {
    const calls = ['c1', 'c2'].map((id) => ({ ...wireCall, id }));
    const body = {
      messages: [
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'function', name: 'f', content: '1' },
        { role: 'tool', name: 'f', content: '2' },
      ],
    };
    const [, results] = decodeRequest(body).request.messages;
    expect(results?.content).toMatchObject([
      { callId: 'c1', content: [{ text: '1' }] },
      { callId: 'c2', content: [{ text: '2' }] },
    ]);
    expect(again(body)).toEqual(body);
  });

  test('results without ids answer the call of their name, not the first', () => {
    const calls = ['f', 'g'].map((name) => ({ ...wireCall, id: name, function: { name, arguments: '{}' } }));
    const results = ['g', 'f'].map((name) => ({ role: 'function', name, content: name }));
    const [, answered] = decodeRequest({ messages: [{ role: 'assistant', tool_calls: calls }, ...results] }).request.messages;
    expect(answered?.content).toMatchObject([
      { callId: 'g', name: 'g' },
      { callId: 'f', name: 'f' },
    ]);
  });

  test('a text with a mark is a list, since a string has no room for it', () => {
    const marked = { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } };
    expect(user({ type: 'text', text: 'a', cache: {} })).toEqual([{ role: 'user', content: [marked] }]);
  });

  test('how closely to look at an image is said of the image that takes its place, too', () => {
    const image = (url: string) => ({ type: 'image_url', image_url: { url, detail: 'low' } });
    const [message] = decodeRequest({ messages: [{ role: 'user', content: [image('https://a.cn/1.png')] }] }).request.messages;
    const [part] = message?.content ?? [];
    if (part?.type !== 'media') throw new Error('no image');
    const moved = { ...part, data: { url: 'https://a.cn/2.png' } };
    expect(user(moved)).toEqual([{ role: 'user', content: [image('https://a.cn/2.png')] }]);
  });
});
