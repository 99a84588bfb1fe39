/** Kills each part of a deployment once, while a large file is uploaded and people search. At the end all records must be exact. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { getJob, hasEnded, uploadJob } from '@cloakroom/contract/jobs.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { listUploads } from '@cloakroom/contract/uploads.ts';
import { client, type Client } from '../client.ts';
import type { Deployment } from './deployment.ts';
import { Load, requestsOf, requestsOfScript, type Counts } from './load.ts';
import { accounts, sharedSchema, signUp } from './people.ts';
import { countOf, csvOf, kinds, rowAt, sumOf } from './rows.ts';
import { differenceOf, searchesOf } from './searches.ts';

/** Records of the schema that is searched during the drill. */
const searchedCount = 10_000;
/** How long people keep searching after each part is back. */
const phaseMs = 4_000;
/** Longer than the other store nodes need to notice that one is down. */
const downMs = 6_000;
const sampledRanges = 100;
const recordsOfRange = 50;
const retryMs = 500;
const answersInRow = 5;
const answerIntervalMs = 100;

export type Phase = {
  name: string;
  /** Whether an upload was in progress. */
  uploading: boolean;
  /** The time until both people and the script were answered again. */
  awayMs: number;
  /** The requests of people at their proxies, and of a script at the service. */
  people: Counts;
  script: Counts;
};

export type DrillResult = {
  phases: Phase[];
  uploads: number;
  records: number;
  uploadSeconds: number;
  faults: string[];
};

/**
 * Uploads `records` rows, and then a tenth as many at a time while parts are killed.
 * @param onPhase - called with each phase when it has ended.
 */
export async function drill(
  deployment: Deployment,
  records: number,
  onPhase: (phase: Phase) => void,
): Promise<DrillResult> {
  const people = await signUp(deployment.proxyUrls, deployment.outbox);
  const { ada, eve } = people;
  const searched = await sharedSchema(people, 'Searched', false);
  const large = await sharedSchema(people, 'Large', true);
  await uploadAll(ada, searched, 0, searchedCount);
  const script = client(deployment.serviceUrl, accounts.ada);
  const loads = {
    people: [ada, eve].map((person) => new Load(requestsOf(person, searched, searchedCount))),
    script: new Load(requestsOfScript(script, searched)),
  };

  const uploader = new Uploader(ada, large, records);
  const phases: Phase[] = [];
  const phase = async (name: string, act: () => unknown) => {
    const uploading = uploader.isUploading;
    await act();
    const awayMs = await untilAnswered([ada, eve, script]);
    await sleep(phaseMs);
    const result = {
      name,
      uploading,
      awayMs,
      people: loads.people.map((load) => load.next()).reduce(addCounts),
      script: loads.script.next(),
    };
    phases.push(result);
    onPhase(result);
  };
  const { services, storeNodes, balancer, pooler, database, proxies } = deployment;
  await phase('nothing is killed', () => undefined);
  for (const service of services) await phase(`${service.name} is killed`, () => service.kill());
  await phase('the services are restarted one by one', () => deployment.rollingRestart());
  for (const node of storeNodes)
    await phase(`${node.name} is killed and away for ${downMs / 1000} s`, async () => {
      node.kill(downMs);
      await sleep(downMs);
    });
  for (const part of [pooler, database, balancer, ...proxies])
    await phase(`${part.name} is killed`, () => part.kill());
  const { seconds, uploads, count } = await uploader.finish();
  await phase('all are back', () => undefined);
  for (const load of [...loads.people, loads.script]) await load.stop();

  const faults: string[] = [];
  for (const [name, person] of Object.entries(people))
    faults.push(...(await faultsIn(person, large, count)).map((fault) => `${name}: ${fault}`));
  const found = (await ada.listAll(listUploads, { query: { schema: large } })).length;
  if (found !== uploads) faults.push(`${found} uploads instead of ${uploads}`);
  return { phases, uploads, records: count, uploadSeconds: seconds, faults };
}

/** Waits until every client is answered several times in a row. @returns milliseconds from now to the first of those answers. */
async function untilAnswered(clients: Client[]): Promise<number> {
  const started = performance.now();
  let first = started;
  for (let inRow = 0; inRow < answersInRow;) {
    const requestedAt = performance.now();
    const answers = await Promise.allSettled(clients.map((each) => each.call(getSelf)));
    if (answers.some(({ status }) => status === 'rejected')) inRow = 0;
    else if (inRow++ === 0) first = requestedAt;
    await sleep(answerIntervalMs);
  }
  return first - started;
}

/** Uploads one file after the other until `finish` is called. */
class Uploader {
  readonly #person: Client;
  readonly #schema: string;
  readonly #running: Promise<void>;
  readonly #started = performance.now();
  #isFinishing = false;
  #count = 0;
  #uploads = 0;
  #seconds = 0;

  constructor(person: Client, schema: string, records: number) {
    this.#person = person;
    this.#schema = schema;
    this.#running = this.#run(records);
  }

  isUploading = true;

  async #run(records: number): Promise<void> {
    try {
      await this.#upload(records);
      this.#seconds = (performance.now() - this.#started) / 1000;
      while (!this.#isFinishing) await this.#upload(Math.ceil(records / 10));
    } finally {
      this.isUploading = false;
    }
  }

  async #upload(records: number): Promise<void> {
    await uploadAll(this.#person, this.#schema, this.#count, records);
    this.#count += records;
    this.#uploads++;
  }

  /** Waits for the upload in progress. @returns the seconds of the first upload, and the number of uploads and of their records. */
  async finish(): Promise<{ seconds: number; uploads: number; count: number }> {
    this.#isFinishing = true;
    await this.#running;
    return { seconds: this.#seconds, uploads: this.#uploads, count: this.#count };
  }
}

/** Uploads rows. Sends them again under the same key if the proxy was down, as the console and the command line do. */
async function uploadAll(person: Client, schema: string, first: number, count: number): Promise<void> {
  const headers = { 'Content-Type': 'text/csv', [idempotencyKeyHeader]: randomUUID() };
  for (;;)
    try {
      const body = Readable.toWeb(Readable.from(csvOf(first, count))) as ReadableStream<Uint8Array>;
      const { job_id: id } = await person.call(uploadJob, { query: { schema }, body, headers });
      for (;;) {
        const job = await person.call(getJob, { params: { id } });
        if (job.status === 'complete') return;
        if (hasEnded(job)) break;
        await sleep(retryMs);
      }
    } catch {
      await sleep(retryMs);
    }
}

/** Compares what a person finds in a schema with the rows 0 to `count - 1` stored there. @returns a sentence for each difference. */
async function faultsIn(person: Client, schema: string, count: number): Promise<string[]> {
  const faults: string[] = [];
  const compare = (what: string, found: unknown, expected: unknown) => {
    const difference = differenceOf(found, expected);
    if (difference !== null) faults.push(`${what}: ${difference}`);
  };
  const { search, rows } = searchesOf(person, schema);
  compare('records', (await search('number', '>=0', 1)).total, count);
  compare('sum', (await search('number', 'sum(>=0)', 1)).items, [{ data: { value: sumOf(count) } }]);
  for (const kind of kinds) compare(kind, (await search('kind', kind, 1)).total, countOf(kind, count));
  for (let sample = 0; sample < sampledRanges; sample++) {
    const first = Math.floor(Math.random() * (count - recordsOfRange));
    const range = `${first}~${first + recordsOfRange - 1}`;
    const found = await rows('number', range, recordsOfRange);
    found.sort((one, other) => Number(one.number) - Number(other.number));
    const expected = Array.from({ length: recordsOfRange }, (_, index) => rowAt(first + index));
    compare(`rows from ${first} on`, found, expected);
  }
  return faults;
}

const addCounts = (one: Counts, other: Counts): Counts => ({
  requests: one.requests + other.requests,
  lost: one.lost + other.lost,
  wrong: one.wrong + other.wrong,
  longestMs: Math.max(one.longestMs, other.longestMs),
  errors: new Set([...one.errors, ...other.errors]),
});
