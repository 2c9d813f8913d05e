import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { OPENAI_API_KEY: _openai, ANTHROPIC_API_KEY: _anthropic, GEMINI_API_KEY: _gemini, ...environment } = process.env;

/** The demo as its own process, without a key and without a terminal. */
const runDemo = () =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', '--conditions=@toolglot/source', 'examples/weather/main.ts'], {
    cwd: root,
    env: { ...environment, NODE_OPTIONS: '' },
  });

test('the demo asks four formats over HTTP, calls three stations at once, and says nothing on stderr', {
  timeout: 60_000,
}, async () => {
  const { stdout, stderr } = await runDemo();
  expect(stderr).toBe('');
  const [easy = '', hard = ''] = stdout.split('Part 2.');
  for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1beta/models/gemini-3-flash:generateContent']) {
    expect(easy.split(`POST ${path}`)).toHaveLength(3);
    expect(hard.split(`POST ${path}`)).toHaveLength(4);
  }
  expect(easy.match(/✓ (上海|北京|广州)/g)).toEqual(Array(4).fill(['✓ 上海', '✓ 北京', '✓ 广州']).flat());
  expect(easy.split('\n  上海: 24 °C, light rain. 北京: 18 °C, clear. 广州: 29 °C, thunderstorms.')).toHaveLength(5);
  expect(hard.match(/^ {6}(invalid-arguments|execution-failed)/gm)).toHaveLength(12);
  expect(hard.match(/^ {2}✓ get_weather\({"city":"北京"}\)/gm)).toHaveLength(4);
});
