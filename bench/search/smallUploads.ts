/** Many small uploads: the same queries before compaction, after it, and on one segment of the same records. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { putSegment, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { Credentials } from '@cloakroom/proxy/credentials.ts';
import type { Keyring } from '@cloakroom/proxy/keyring/keyring.ts';
import { Compactor } from '@cloakroom/proxy/compaction/compactor.ts';
import { compactSegments, regroupSegment } from '@cloakroom/proxy/compaction/compactSegments.ts';
import { fieldKeysOf, queryKeyOf } from '@cloakroom/proxy/schemaKeys.ts';
import { manifestContextOf } from '@cloakroom/proxy/search/manifestContext.ts';
import { openManifests } from '@cloakroom/proxy/search/manifests.ts';
import { sealRows } from '@cloakroom/proxy/upload/sealRows.ts';
import { segmentFiles } from '@cloakroom/proxy/upload/storedJob.ts';
import { openUpstream } from '@cloakroom/proxy/upstream.ts';
import type { Database } from '@cloakroom/service/db/client.ts';
import { range, median, type Figure } from '../figures.ts';
import { csvOf } from './data.ts';
import { queryKindsOf } from './queries.ts';
import type { Rounds } from './rounds.ts';
import { openSealed } from './sealed.ts';

type Target = {
  service: string;
  credentials: Credentials;
  user: string;
  keyring: Keyring;
  database: Database;
  /** Two schemas without records. */
  schemas: [many: Schema, one: Schema];
};

const log = { warn: (_: object, text: string) => console.error(text) } as unknown as ConstructorParameters<
  typeof Compactor
>[0]['log'];

export async function smallUploads(
  { service, credentials, user, keyring, database, schemas }: Target,
  { uploads, each, rounds }: { uploads: number; each: number; rounds: Rounds },
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cloakroom-small-'));
  const upstream = openUpstream(service);
  const manifests = await openManifests(folder, upstream);
  const questionFor = (schema: Schema) =>
    manifestContextOf(credentials, { schema, keyring, fields: fieldsOf(schema.schema) });

  const send = async (schema: Schema, csv: string): Promise<SegmentEntry[]> => {
    const fields = fieldsOf(schema.schema);
    const keys = { queryKey: queryKeyOf(keyring, schema), fieldKeys: fieldKeysOf(keyring, schema, fields) };
    const order = {
      folder,
      schema: schema.id,
      fields,
      format: 'csv' as const,
      generation: schema.generation,
      upload: randomBytes(12),
    };
    const chunks = (async function* () {
      yield Buffer.from(csv);
    })();
    const sealed = await sealRows({ ...order, ...keys }, chunks);
    if (!sealed.good) throw new Error(sealed.error);
    for (const { entry } of sealed.segments) {
      const files = segmentFiles(entry.id).map((name) => join(folder, name));
      await upstream.call(putSegment, {
        credentials,
        params: { id: entry.id },
        query: { schema: schema.id },
        body: Buffer.concat(files.map((file) => readFileSync(file))),
      });
      for (const file of files) rmSync(file);
    }
    return sealed.segments.map(({ entry }) => entry);
  };

  /** For each query, the ratio of its time in many segments to its time in one segment, with fence pointers in memory. */
  const ratios = async (many: Schema, one: Schema): Promise<number[]> => {
    const sides = await Promise.all(
      [many, one].map(async (schema) => {
        const question = questionFor(schema);
        return openSealed(database, schema.id, question.queryKey, await manifests.read(question));
      }),
    );
    // PostgreSQL does this automatically within a minute.
    await database.execute(sql`vacuum analyze`);
    const all: number[] = [];
    for (const { name, query } of queryKindsOf(uploads * each)) {
      if (name.startsWith('order')) continue;
      const times: [number[], number[]] = [[], []];
      const until = performance.now() + rounds.ms / 4;
      for (let round = 0; round <= rounds.min || performance.now() < until; round++)
        for (const [i, side] of sides.entries()) {
          const started = performance.now();
          await side.ask(query(round), 'warm');
          if (round > 0) times[i]!.push(performance.now() - started);
        }
      all.push(median(times[0]) / median(times[1]));
    }
    return all;
  };

  try {
    const [many, one] = schemas;
    const csv = [...csvOf(uploads * each)].join('');
    const [header = '', ...lines] = csv.trimEnd().split('\n');
    await manifests.append(questionFor(one), await send(one, csv));
    const entries: SegmentEntry[] = [];
    for (let first = 0; first < lines.length; first += each)
      entries.push(...(await send(many, [header, ...lines.slice(first, first + each)].join('\n'))));
    await manifests.append(questionFor(many), entries);
    const before = await ratios(many, one);

    let written = 0;
    const compactor = new Compactor({
      upstream,
      manifests,
      log,
      compact: async (order) => {
        const merged = await compactSegments(order, upstream);
        written += merged.records;
        return merged;
      },
      regroup: (order) => regroupSegment(order, upstream),
    });
    const started = process.cpuUsage();
    compactor.scheduleCheck({ user, credentials }, { schema: many, keyring, fields: fieldsOf(many.schema) });
    await compactor.idle();
    const { user: userTime, system } = process.cpuUsage(started);
    const seconds = (userTime + system) / 1e6;
    const { segments } = await manifests.read(questionFor(many));
    const after = await ratios(many, one);
    const name = `${uploads} uploads of ${each} records`;
    return [
      { name: `${name}, segments after merging`, value: segments.length, unit: 'segments', goal: null },
      {
        name: `${name}, before merging, ratio to one segment`,
        value: median(before),
        unit: `× ${range(before, 2)}`,
        goal: null,
      },
      {
        name: `${name}, after merging, ratio to one segment`,
        value: median(after),
        unit: `× ${range(after, 2)}`,
        goal: { max: 1.2 },
      },
      {
        name: 'merging small segments',
        value: written / seconds,
        unit: 'records/CPU-s',
        goal: null,
      },
    ];
  } finally {
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
