/** Lays charts out in a worker. */
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';

/** Adds positions to the nodes, edges and labels of a graph. @throws {Error} if the graph is invalid or the worker fails. */
export async function layOut(graph: ElkNode): Promise<ElkNode> {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), {
    type: 'module',
    name: 'layout',
  });
  const elk = new ELK({ algorithms: ['layered'], workerFactory: () => worker });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The chart could not be laid out. Reload the page and try again.')),
    );
  });
  try {
    return await Promise.race([elk.layout(graph), failed]);
  } finally {
    elk.terminateWorker();
  }
}
