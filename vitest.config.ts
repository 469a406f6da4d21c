// Two vitest projects: `unit` runs plain modules in node, `ui` runs components (*.test.tsx) in a simulated document.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    // Far above what any test takes: a busy machine is no fault of the code under test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', environment: 'node', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'ui',
          environment: 'happy-dom',
          include: ['test/**/*.test.tsx'],
          setupFiles: ['test/setup-ui.ts'],
        },
      },
    ],
  },
});
