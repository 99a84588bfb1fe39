/** A real proxy on a real socket in front of the real service, for one test file. */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Dataset } from '@cloakroom/contract/datasets.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { Job } from '@cloakroom/contract/jobs.ts';
import { Keyring } from '@cloakroom/contract/keyring.ts';
import { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { buildProxy } from '@cloakroom/proxy/app.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { SealThreads } from '@cloakroom/proxy/upload/sealThreads.ts';

export type TestProxy = { app: FastifyInstance; url: string; dataDir: string; close: () => Promise<void> };

/** Of all proxies in this process: starting threads takes a proxy of a few uploads longer than the uploads. */
const sharedThreads = new SealThreads();

/**
 * Starts a proxy; on the data folder of an earlier one it continues its jobs.
 * @param report - receives each message for standard error.
 * @param indexCacheBytes - bytes of opened index blocks that are cached.
 * @param publicUrl - the address in URLs; by default they are paths.
 */
export async function startProxy(
  upstream: string,
  dataDir?: string,
  report: (sentence: string) => void = () => undefined,
  indexCacheBytes = 2 ** 26,
  publicUrl?: string,
): Promise<TestProxy> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'cloakroom-proxy-')));
  const keyrings = openKeyrings(join(folder, 'keyrings'), { cost: minCost, report });
  const config = {
    upstream,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    dataDir: folder,
    consoleDir: join(folder, 'dist'),
    indexCacheBytes,
    serviceWorker: true,
    integrations: [],
    logLevel: (process.env.TEST_LOG ?? 'silent') as 'silent',
  };
  const app = await buildProxy({ config, keyrings, sharedThreads, report });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    dataDir: folder,
    close: async () => {
      await app.close();
      // A late reader of a keyring restores a file that is missing while its copy is still there.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Starts another proxy that has the keyrings of the first one, and has seen nothing yet. */
export async function startBeside(
  upstream: string,
  { dataDir }: TestProxy,
  indexCacheBytes?: number,
): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-proxy-'));
  await cp(join(dataDir, 'keyrings'), join(folder, 'keyrings'), { recursive: true });
  return startProxy(upstream, folder, undefined, indexCacheBytes);
}

export type Headers = Record<string, string>;

type Kind = 'text/csv' | 'application/json';
type Sent = [
  schema: string,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  type: Kind,
  more?: { headers?: Headers; signal?: AbortSignal },
];

/** A body that begins with this string, and neither continues nor ends. */
export const begunWith = (text: string) =>
  new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(Buffer.from(text)) });

/** One person's calls through a proxy. Its `fetch` reaches a proxy that has no port. */
export const actor = (
  { fetch: own, ...proxy }: Pick<TestProxy, 'url'> & { fetch?: typeof globalThis.fetch },
  headers: Headers,
) => {
  // Looked up for each call: a test may record what the global one answers.
  const fetch: typeof globalThis.fetch = (...call) => (own ?? globalThis.fetch)(...call);
  const send = (method: string, path: string, body?: unknown, extra: Headers = {}) =>
    fetch(proxy.url + path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...extra,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const read = async <T extends z.ZodType>(shape: T, answer: Response): Promise<z.output<T>> => {
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return shape.parse(await answer.json());
  };
  const job = async (id: string) => read(Job, await send('GET', `/api/jobs/${id}/`));
  const ended = async (id: string): Promise<Job> => {
    for (;;) {
      const present = await job(id);
      if (present.status === 'complete' || present.status === 'failed') return present;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const upload = (...[schema, body, type, { headers: extra = {}, ...more } = {}]: Sent) =>
    fetch(`${proxy.url}/api/jobs/upload/?schema=${schema}`, {
      method: 'POST',
      // Each upload is intentional: tests of uploads without a key send them without this header.
      headers: { ...headers, 'content-type': type, [idempotencyKeyHeader]: randomUUID(), ...extra },
      body,
      duplex: 'half',
      ...more,
    });
  /** Uploads until the proxy has sealed all of it or refused it; returns the job's id. */
  const accepted = async (...sent: Sent): Promise<string> => {
    const { job_id } = await read(z.object({ job_id: z.string() }), await upload(...sent));
    while ((await job(job_id)).status === 'uploading')
      await new Promise((resolve) => setTimeout(resolve, 20));
    return job_id;
  };

  return {
    send,
    /** Begins with new keys on this machine, while another one has keys of the same person. */
    begin: async () => read(Keyring, await send('POST', '/api/keyring/begin/')),
    job,
    ended,
    upload,
    accepted,
    jobs: async () => read(z.array(Job), await send('GET', '/api/jobs/')),
    async schema(organization: string, schema: JsonSchema, name = 'People'): Promise<Schema> {
      const dataset = await read(Dataset, await send('POST', '/api/datasets/', { name, organization }));
      return read(Schema, await send('POST', '/api/schemas/', { name, schema, dataset: dataset.url }));
    },
    /** Uploads and waits for the job's end. */
    uploaded: async (...sent: Sent): Promise<Job> => ended(await accepted(...sent)),
    /** Uploads rows that never end, until the returned function aborts it. */
    endless(schema: string, rows: ReadableStream<Uint8Array>): () => Promise<unknown> {
      const abort = new AbortController();
      const sending = upload(schema, rows, 'text/csv', { signal: abort.signal }).catch(() => null);
      return () => {
        abort.abort();
        return sending;
      };
    },
    async search(body: object): Promise<{ total: number; records: SealedRecord[]; named: string }> {
      const answer = await send('POST', '/api/records/search/', body);
      const records = await read(z.array(SealedRecord), answer);
      const { headers: got } = answer;
      return { total: Number(got.get('x-total-count')), records, named: got.get('x-query') ?? '' };
    },
    decrypt: async (records: unknown[]): Promise<DecryptedRecord[]> =>
      read(z.array(DecryptedRecord), await send('POST', '/api/records/decrypt/', records)),
  };
};

export type Actor = ReturnType<typeof actor>;
