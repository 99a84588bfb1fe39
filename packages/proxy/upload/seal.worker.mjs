/** Entry point of the sealing thread. Plain JavaScript: a thread inherits no TypeScript loader from a test's module runner. */
import { env } from 'node:process';

if (env.BUNDLED_THREADS === '1') await import('./build/packages-proxy-upload-sealThread.mjs');
else {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./sealThread.ts');
}
