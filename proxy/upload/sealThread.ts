/** Seals one upload away from the main thread. Holds no logic of its own: what it does is tested in sealRows. */
import { parentPort, workerData } from 'node:worker_threads';
import { receiveChunks } from './chunks.ts';
import type { SealOrder } from './sealOrder.ts';
import { sealRows, type Sealed } from './sealRows.ts';

/** What the thread says: how many rows it has read, and at last what became of them. */
export type SealNews = { rows: number } | { sealed: Sealed };

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const say = (news: SealNews) => port.postMessage(news);

say({ sealed: await sealRows(workerData as SealOrder, receiveChunks(port), (rows) => say({ rows })) });
port.close();
