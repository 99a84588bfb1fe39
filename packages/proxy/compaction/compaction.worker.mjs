/** Entry point of the compaction thread. Plain JavaScript: a thread inherits no TypeScript loader from a test's module runner. */
const bundle = './build/packages-proxy-compaction-compactionThread.mjs';
if (process.env.BUNDLED_THREADS === '1') await import(bundle);
else {
  (await import('tsx/esm/api')).register();
  await import('./compactionThread.ts');
}
