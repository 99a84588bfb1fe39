/** A file uploaded with tus, once whole and once with interrupted connections: the cost of an interruption, and that every row is stored once. */
import { createReadStream, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DefaultHttpStack, Upload } from 'tus-js-client';
import { followJob } from '@cloakroom/client/followJob.ts';
import { getJob } from '@cloakroom/contract/jobs.ts';
import { searchRecords } from '@cloakroom/contract/records.ts';
import { makeSchema } from '#tools/client.ts';
import { median, type Figure } from '../figures.ts';
import { authorization, startPrograms } from '../programs.ts';
import { writeRows } from './data.ts';
import { definition } from './schema.ts';

type Programs = Awaited<ReturnType<typeof startPrograms>>;

/** The duration of an upload, and the times from each cut to the first byte after it. */
type Timing = { seconds: number; cutSeconds: number[]; sentBytes: number };

/** Closes every connection of an agent. */
function cutAll(agent: Agent): void {
  for (const sockets of Object.values(agent.sockets)) for (const socket of sockets ?? []) socket.destroy();
}

/**
 * Uploads a file and follows its job.
 * @param cuts - how often the connection is cut, at equal distances in the file.
 */
async function upload(
  { stack, person }: Programs,
  schema: string,
  path: string,
  cuts: number,
): Promise<Timing> {
  const { size } = statSync(path);
  const agent = new Agent();
  const started = performance.now();
  const cutSeconds: number[] = [];
  let [next, cutAt, cutBytes, sentBytes, last] = [1, 0, 0, 0, 0];
  const url = await new Promise<string>((resolve, reject) => {
    const sending = new Upload(createReadStream(path), {
      endpoint: `${stack.url}/api/jobs/tus/`,
      headers: { authorization },
      metadata: { schema, filetype: 'text/csv' },
      uploadSize: size,
      httpStack: new DefaultHttpStack({ agent }),
      retryDelays: [10, 100, 500, 1000, 2000, 4000],
      onProgress(bytes) {
        sentBytes += Math.max(0, bytes - last);
        last = bytes;
        if (cutAt > 0 && bytes > cutBytes) {
          cutSeconds.push((performance.now() - cutAt) / 1000);
          cutAt = 0;
        }
        if (next > cuts || cutAt > 0 || bytes < (next * size) / (cuts + 1)) return;
        [cutAt, cutBytes] = [performance.now(), bytes];
        next++;
        cutAll(agent);
      },
      onError: reject,
      onSuccess: () => resolve(sending.url ?? ''),
    });
    sending.start();
  });
  const id = url.split('/').filter(Boolean).at(-1)!;
  const { status, error } = await followJob(() => person.call(getJob, { params: { id } }));
  if (status === 'failed') throw new Error(error);
  agent.destroy();
  return { seconds: (performance.now() - started) / 1000, cutSeconds, sentBytes };
}

/** @param cuts - of the second upload. */
export async function resumable({ bytes, cuts }: { bytes: number; cuts: number }): Promise<Figure[]> {
  const programs = await startPrograms();
  try {
    const path = join(programs.dataDir, 'resumable.csv');
    const rows = writeRows(path, 'csv', bytes);
    const names = (schema: string) => ({ dataset: 'Bench', schema });
    const whole = await makeSchema(programs.person, names('Whole'), definition);
    const interrupted = await makeSchema(programs.person, names('Cut'), definition);
    const wholeTiming = await upload(programs, whole.schema.id, path, 0);
    const cutTiming = await upload(programs, interrupted.schema.id, path, cuts);
    const of = `${bytes / 1e6} MB over tus`;
    const body = { schema: interrupted.schema.id, limit: 1 };
    const { total: count } = await programs.person.list(searchRecords, { body });
    return [
      { name: `${of}, whole`, value: wholeTiming.seconds, unit: 's', goal: null },
      { name: `${of}, cut ${cuts} times`, value: cutTiming.seconds, unit: 's', goal: null },
      { name: `${of}, records stored`, value: count ?? NaN, unit: `of ${rows}`, goal: { min: rows } },
      {
        name: `${of}, from a cut to the first byte after it`,
        value: median(cutTiming.cutSeconds),
        unit: `s (median of ${cutTiming.cutSeconds.length})`,
        goal: { max: 5 },
      },
      {
        name: `${of}, bytes sent to bytes of the file`,
        value: cutTiming.sentBytes / statSync(path).size,
        unit: '×',
        goal: { max: 1.1 },
      },
    ];
  } finally {
    await programs.close();
  }
}
