import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/support/reporter.ts';

// tests run from source: no build first; and packages as Node reads them, which knows no `module`
const conditions = ['@toolglot/source', ...defaultServerConditions.filter((name) => name !== 'module')];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    typecheck: {
      enabled: true,
      include: ['packages/*/src/**/*.test-d.ts', 'test/**/*.test-d.ts'],
      tsconfig: './tsconfig.json',
    },
    setupFiles: ['./test/support/setup.ts'],
    reporters: ['default', new SummaryReporter()],
    testTimeout: 30_000,
  },
});
