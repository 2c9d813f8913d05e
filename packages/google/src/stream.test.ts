import { collect } from '@toolglot/core';
import { expect, test } from 'vitest';
import { googleGenerateContent } from './codec.ts';

const { decodeStream, decodeResponse } = googleGenerateContent;

test('smoke', async () => {
  const d = decodeStream?.();
  const chunks = [
    {
      candidates: [{ content: { role: 'model', parts: [{ text: 'a', thought: true }] }, index: 0 }],
      responseId: 'r',
      modelVersion: 'm',
    },
    {
      candidates: [{ content: { role: 'model', parts: [{ text: 'b', thought: true }] }, index: 0 }],
      responseId: 'r',
      modelVersion: 'm',
    },
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ functionCall: { name: 'f', args: { x: 1 } }, thoughtSignature: 'S' }] },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      responseId: 'r',
      modelVersion: 'm',
      usageMetadata: { promptTokenCount: 1 },
    },
  ];
  const events = [...chunks.flatMap((c) => d?.push(c) ?? []), ...(d?.end() ?? [])];
  const parts = [
    { text: 'ab', thought: true },
    { functionCall: { name: 'f', args: { x: 1 } }, thoughtSignature: 'S' },
  ];
  const whole = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    responseId: 'r',
    modelVersion: 'm',
    usageMetadata: { promptTokenCount: 1 },
  };
  expect(await collect(events)).toEqual(decodeResponse(whole));
});
