import { defineConfig } from 'vitest/config';

const source = { resolve: { conditions: ['@toolglot/source'] }, ssr: { resolve: { conditions: ['@toolglot/source'] } } };

export default defineConfig({
  ...source,
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    typecheck: { enabled: true, include: ['packages/*/src/**/*.test-d.ts', 'test/**/*.test-d.ts'], tsconfig: './tsconfig.json' },
  },
});
