/** Lays charts out away from the main thread. ELK's own worker script answers the messages of ELK's own client in `layout.ts`. */
import 'elkjs/lib/elk-worker.min.js';
