/** The console's build, its installed shell, and the two homes of the unit tests. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // Nothing inline: the content policy lets fonts and pictures come from the same origin only.
  build: {
    target: 'es2022',
    outDir: 'dist',
    sourcemap: false,
    reportCompressedSize: true,
    assetsInlineLimit: 0,
    // A chunk of its own, so that it really runs before the chunks that the rest is put into.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', test: /src\/(app\/first|theme\/mode)/ }] } },
    },
  },
  worker: { format: 'es' },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          globalSetup: ['tests/support/postgres.ts'],
          include: ['tests/{contract,rows,host,service,proxy,tools,law,bench}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        resolve: { conditions: ['browser', 'module', 'import', 'default'] },
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/src/support/setup.ts'],
          server: { deps: { inline: ['styled-components'] } },
        },
      },
    ],
  },
});
