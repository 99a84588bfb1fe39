/** Entry point of the export thread. Plain JavaScript: a thread inherits no TypeScript loader from a test's module runner. */
import { env, setSourceMapsEnabled } from 'node:process';

if (env.BUNDLED_THREADS === '1') {
  // Stack traces name the lines of the sources, as the TypeScript loader makes them do.
  setSourceMapsEnabled(true);
  await import('./build/packages-proxy-export-lineThread.mjs');
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./lineThread.ts');
}
