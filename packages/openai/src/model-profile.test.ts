import { describe, expect, test } from 'vitest';
import { openaiProfile } from './profiles.ts';

describe('profiles over Responses', () => {
  test('are what is meant where nothing is said, and differ from those over Chat where the formats do', () => {
    expect(openaiProfile('gpt-5.4')).toEqual(openaiProfile('gpt-5.4', 'responses'));
    const [responses, chat] = [openaiProfile('gpt-5.4'), openaiProfile('gpt-5.4', 'chat')];
    expect([responses.codec, chat.codec]).toEqual(['openai-responses', 'openai-chat']);
    expect([responses.limits.name.max, chat.limits.name.max]).toEqual([128, 64]);
    expect([responses.limits.id.max, chat.limits.id.max]).toEqual([64, 40]);
    expect([responses.results.media, chat.results.media]).toEqual([['image/*', 'application/pdf'], []]);
    expect(responses.settings.allow).toEqual(['maxTokens', 'reasoning.effort', 'reasoning.visible']);
    expect(responses.name).toBe('openai:gpt-5.4');
  });

  test.each(['gpt-5.6-sol', 'gpt-5.4', 'gpt-5.1', 'gpt-5', 'o3', 'gpt-4.1', 'gpt-3.5-turbo', 'gpt-9'])(
    '%s can reason, sample and see as it can over Chat',
    (model) => {
      const [responses, chat] = [openaiProfile(model), openaiProfile(model, 'chat')];
      expect(responses.reasoning).toMatchObject(chat.reasoning);
      expect([responses.choice, responses.parallel, responses.schema.dialect]).toEqual([
        ...[chat.choice, chat.parallel, chat.schema.dialect],
      ]);
      const samples = (allow: readonly string[]) => allow.includes('temperature');
      expect(samples(responses.settings.allow)).toBe(samples(chat.settings.allow));
      expect(responses.media).toEqual(chat.media);
    },
  );

  test('only models that reason want its signature; only newer ones can search for tools; none of them hears', () => {
    const signed = (model: string) => openaiProfile(model).reasoning.signed;
    expect([signed('gpt-5.4'), signed('o3'), signed('gpt-4.1')]).toEqual([true, true, false]);
    const hints = (model: string) => openaiProfile(model).schema.hints;
    expect([hints('gpt-5.4'), hints('gpt-5.2'), hints('gpt-4.1')]).toEqual([['deferred'], [], []]);
    expect(openaiProfile('gpt-4o-audio-preview').media).not.toContain('audio/wav');
    expect(openaiProfile('gpt-4o-audio-preview', 'chat').media).toContain('audio/wav');
  });
});
