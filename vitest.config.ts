// Unit and property tests of plain modules, in node; components are tested end to end in a real browser.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    // Far above what any test takes: a busy machine is no fault of the code under test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
