import type { MediaPart } from '@toolglot/core';
import { chat, contents, converse, messages, responses, results } from './asked.ts';
import { sends } from './matrix.ts';

const image: MediaPart = { type: 'media', mediaType: 'image/png', data: { base64: 'iVBORw0KGgo=' } };
const sound: MediaPart = { type: 'media', mediaType: 'audio/wav', data: { base64: 'UklGRg==' } };
const dataUrl = 'data:image/png;base64,iVBORw0KGgo=';

const pointer = '(The file is in the message behind the results.)';
const label = "The file of 'f', call call_1:";

results(
  'an image beside a text',
  { content: [{ type: 'text', text: 'taken:' }, image] },
  {
    'openai-chat': [
      {
        messages: [
          ...chat,
          {
            role: 'tool',
            tool_call_id: 'call_1',
            content: [
              { type: 'text', text: 'taken:' },
              { type: 'text', text: pointer },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'text', text: label },
              { type: 'image_url', image_url: { url: dataUrl } },
            ],
          },
        ],
      },
      'result-media at messages[2]',
    ],
    'openai-responses': [
      {
        input: [
          ...responses,
          {
            type: 'function_call_output',
            call_id: 'call_1',
            output: [
              { type: 'input_text', text: 'taken:' },
              { type: 'input_image', image_url: dataUrl },
            ],
          },
        ],
      },
    ],
    'anthropic-messages': [
      {
        messages: [
          ...messages,
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'call_1',
                content: [
                  { type: 'text', text: 'taken:' },
                  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
                ],
              },
            ],
          },
        ],
      },
    ],
    'google-generate-content': [
      {
        contents: [
          ...contents,
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  id: 'call_1',
                  name: 'f',
                  response: { output: 'taken:' },
                  parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
                },
              },
            ],
          },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          {
            role: 'user',
            content: [
              {
                toolResult: {
                  toolUseId: 'call_1',
                  content: [{ text: 'taken:' }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
);

results(
  'an image in an error',
  { content: [{ type: 'text', text: 'blurred' }, image], isError: true },
  {
    'openai-chat': [
      {
        messages: [
          ...chat,
          { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ error: `blurred\n${pointer}` }) },
          {
            role: 'user',
            content: [
              { type: 'text', text: label },
              { type: 'image_url', image_url: { url: dataUrl } },
            ],
          },
        ],
      },
      'result-media at messages[2]',
      'error-flag at messages[2]',
    ],
    'openai-responses': [
      {
        input: [
          ...responses,
          {
            type: 'function_call_output',
            call_id: 'call_1',
            output: [
              { type: 'input_text', text: '{"error":"blurred"}' },
              { type: 'input_image', image_url: dataUrl },
            ],
          },
        ],
      },
      'error-flag at messages[2]',
    ],
    'anthropic-messages': [
      {
        messages: [
          ...messages,
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'call_1',
                content: [
                  { type: 'text', text: 'blurred' },
                  { type: 'text', text: pointer },
                ],
                is_error: true,
              },
              { type: 'text', text: label },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            ],
          },
        ],
      },
      'result-media at messages[2]',
    ],
    'google-generate-content': [
      {
        contents: [
          ...contents,
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  id: 'call_1',
                  name: 'f',
                  response: { error: 'blurred' },
                  parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
                },
              },
            ],
          },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 'call_1', content: [{ text: 'blurred' }, { text: pointer }], status: 'error' } },
              { text: label },
              { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } },
            ],
          },
        ],
      },
      'result-media at messages[2]',
    ],
  },
);

results(
  'sound',
  { content: [sound] },
  {
    'openai-chat': [
      {
        messages: [
          ...chat,
          { role: 'tool', tool_call_id: 'call_1', content: pointer },
          {
            role: 'user',
            content: [
              { type: 'text', text: label },
              { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
            ],
          },
        ],
      },
      'result-media at messages[2]',
    ],
    'openai-responses': 'unsupported',
    'anthropic-messages': 'unsupported',
    'google-generate-content': [
      {
        contents: [
          ...contents,
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  id: 'call_1',
                  name: 'f',
                  response: { output: pointer },
                },
              },
              { text: label },
              { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
            ],
          },
        ],
      },
      'unsigned-call at messages[1].content[0]',
      'result-media at messages[2]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 'call_1', content: [{ text: pointer }] } },
              { text: label },
              { audio: { format: 'wav', source: { bytes: 'UklGRg==' } } },
            ],
          },
        ],
      },
      'result-media at messages[2]',
    ],
  },
);

sends(
  'an image with the name of its file',
  { messages: [{ role: 'user', content: [{ ...image, filename: 'cat.png' }] }] },
  {
    'openai-chat': [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: dataUrl } }] }] },
      'media-name at messages[0].content[0].filename',
    ],
    'openai-responses': [
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: dataUrl }] }] },
      'media-name at messages[0].content[0].filename',
    ],
    'anthropic-messages': [
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }],
          },
        ],
      },
      'media-name at messages[0].content[0].filename',
    ],
    'google-generate-content': [
      {
        contents: [
          { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=', displayName: 'cat.png' } }] },
        ],
      },
    ],
    'bedrock-converse': [
      { messages: [{ role: 'user', content: [{ image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }] }] },
      'media-name at messages[0].content[0].filename',
    ],
  },
);
