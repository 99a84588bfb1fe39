/**
 * The same files through the page, HTTP and the command line: each is accepted with as many records, or refused for
 * the same reason.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { Job } from '@cloakroom/contract/jobs.ts';
import { runCommandLine } from '@cloakroom/proxy/commands/commandLine.ts';
import { contentTypes, formatOf } from '@cloakroom/ingest/format.ts';
import { prepareUpload, checkFile } from '#src/workers/parse/checkFile.ts';
import { corpus, corpusDefinition, type CorpusFile } from '#tests/ingest/support/corpus.ts';
import { password } from '#tests/service/support/people.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { proxy, service, owner, ada } = world;
const folder = await temporaryFolder();
afterAll(() => world.close());

/** The number of accepted records, or the first line of the refusal. */
type Verdict = number | string;

const fields = fieldsOf(JsonSchema.parse(corpusDefinition));
const fileOf = ({ name, bytes }: CorpusFile) => new File([bytes], name);

/**
 * The result of the page's worker, and the encoding and delimiter that it detects, which the others need as headers.
 */
async function byPage(
  one: CorpusFile,
  schemaId: string,
): Promise<{ verdict: Verdict; reading: Record<string, string> }> {
  const target = { schemaId, fields };
  const ready = await prepareUpload(fileOf(one), target, {});
  const result = await checkFile(fileOf(one), target, {}, () => undefined);
  return {
    verdict: result.ok ? result.records : result.reason,
    reading: (ready?.reading ?? {}) as Record<string, string>,
  };
}

const Refused = z.object({ detail: z.string() });

async function byHttp(
  { name, bytes }: CorpusFile,
  schema: string,
  reading: Record<string, string>,
): Promise<Verdict> {
  const type = contentTypes[formatOf(name, '', bytes)!];
  const query = new URLSearchParams({ schema, ...reading });
  const answer = await fetch(`${proxy.url}/api/jobs/upload/?${query.toString()}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': type, 'Idempotency-Key': randomUUID() },
    body: bytes,
  });
  const body: unknown = await answer.json();
  if (!answer.ok) {
    expect(answer.status).toBe(400);
    return Refused.parse(body).detail;
  }
  const { job_id } = z.object({ job_id: z.string() }).parse(body);
  const job = await ada.ended(job_id);
  return job.status === 'complete' ? job.processed : (job.error ?? '');
}

async function byCommand(
  { name, bytes }: CorpusFile,
  schema: string,
  reading: Record<string, string>,
): Promise<Verdict> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const options = Object.entries(reading).map(([option, value]) => `--${option}=${value}`);
  const { code, output, errorText } = await runCommandLine({
    output: new PassThrough(),
    words: ['record', 'create', path, '--schema', schema, ...options],
    environment: {
      ...process.env,
      CLOAKROOM_EMAIL: owner.user.email,
      CLOAKROOM_PASSWORD: password,
      PROXY_PORT: new URL(proxy.url).port,
      UPSTREAM: service.url,
    },
    input: Readable.from([]),
  });
  // Beside the reason, the command line names the status.
  const [reason = ''] = errorText.replace(/^\d{3} [A-Za-z ]+: /, '').split('\n');
  return code === 0 ? Job.parse(JSON.parse(output)).processed : reason;
}

/** The number of files in one schema: too few for its segments to be merged meanwhile. */
const filesEach = 3;

test('at least 250 files have the same verdict in all three ways', async () => {
  const files = corpus();
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  const differing: unknown[] = [];
  const counts = { good: 0, bad: 0 };
  const waiting = Array.from({ length: Math.ceil(files.length / filesEach) }, (_, i) =>
    files.slice(i * filesEach, (i + 1) * filesEach),
  );
  // A person may have five uploads at a time.
  const work = async () => {
    for (let few = waiting.pop(); few !== undefined; few = waiting.pop()) {
      const { id } = await world.schemaOf(corpusDefinition);
      let records = 0;
      for (const one of few) {
        const { verdict, reading } = await byPage(one, id);
        const [http, command] = [await byHttp(one, id, reading), await byCommand(one, id, reading)];
        if (http !== verdict || command !== verdict)
          differing.push({ file: one.name, page: verdict, http, command });
        if (typeof verdict === 'number') records += verdict;
        counts[typeof verdict === 'number' ? 'good' : 'bad']++;
      }
      const stored = await ada.send('GET', `/api/records/?schema=${id}&count_only=true`);
      expect(await stored.json()).toEqual({ count: 2 * records });
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  expect(differing).toEqual([]);
  expect(counts.good + counts.bad).toBeGreaterThanOrEqual(250);
  expect(Math.min(counts.good, counts.bad)).toBeGreaterThan(75);
}, 240_000);
