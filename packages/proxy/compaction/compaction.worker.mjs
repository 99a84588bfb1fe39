/** Entry point of the compaction thread. Plain JavaScript: a thread inherits no TypeScript loader from a test's module runner. */
import { register } from 'tsx/esm/api';

register();
await import('./compactionThread.ts');
