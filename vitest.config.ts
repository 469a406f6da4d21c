// Two vitest projects: `unit` runs plain modules in node, `ui` runs components (*.test.tsx) in a simulated document.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
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
