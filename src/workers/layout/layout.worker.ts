/** Lays charts out off the main thread: ELK's worker script for ELK's client in `layout.ts`. */
import 'elkjs/lib/elk-worker.min.js';
