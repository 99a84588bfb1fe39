/** Runs test files with one guard switched off: the mutant is in `GUARD_OFF`, as JSON. */
import { defineConfig } from 'vitest/config';
import { mutated, type Mutant } from './mutants.ts';

const off = JSON.parse(process.env.GUARD_OFF ?? 'null') as Mutant | null;

export default defineConfig({
  root: process.cwd(),
  plugins: [
    {
      name: 'guard-off',
      enforce: 'pre',
      transform: (code, id) => (off && id.endsWith(`/${off.file}`) ? mutated(code, off) : null),
    },
  ],
  test: {
    environment: 'node',
    globalSetup: ['tests/support/globalSetup.ts'],
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['json'],
    bail: 1,
  },
});
