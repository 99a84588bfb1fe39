/** Merges away from the main thread, which answers people meanwhile. Holds no logic of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { openUpstream } from '../upstream.ts';
import type { MergeNews, MergeOrder } from './mergeOrder.ts';
import { mergeUpload } from './mergeUpload.ts';

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const order = workerData as MergeOrder;
const upstream = openUpstream(order.upstream);

const news: MergeNews = await mergeUpload(order, upstream).then(
  (merged) => ({ merged }),
  // Its sentences name segments and statuses, never a value.
  (error: unknown) => ({ failed: error instanceof Error ? error.message : 'The merging thread failed.' }),
);
port.postMessage(news);
await upstream.close();
port.close();
