import { expectTypeOf, test } from 'vitest';
import type { Format, Row } from './matrix.ts';

test('a case that leaves out a format does not compile', () => {
  const whole: Row<string> = {
    'openai-chat': '',
    'openai-responses': '',
    'anthropic-messages': '',
    'google-generate-content': '',
    'bedrock-converse': '',
  };
  const { 'bedrock-converse': _left, ...rest } = whole;
  // @ts-expect-error one format is missing
  const short: Row<string> = rest;
  // @ts-expect-error there is no such format
  const long: Row<string> = { ...whole, 'of-nobody': '' };
  expectTypeOf<keyof typeof whole>().toEqualTypeOf<Format>();
  return [short, long];
});
