/** Puts a schema into the state after many compacted small uploads, without making these uploads. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { fieldsOf, JsonSchema, type Field } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { blockBytes, labelBytes, recordsPerGroup, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { Keyring } from '@cloakroom/proxy/keyring/keyring.ts';
import { definitionDigest } from '@cloakroom/proxy/definitions/digest.ts';
import { fieldKeysOf, queryKeyOf } from '@cloakroom/proxy/schemaKeys.ts';
import { ColumnCollector } from '@cloakroom/sealed-index/column.ts';
import { segmentRecords } from '@cloakroom/sealed-index/format.ts';
import type { Values } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';
import { groupSealer } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { signedForm, signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { cutManifest } from '@cloakroom/sealed-index/manifestTree.ts';
import { SegmentPacker } from '@cloakroom/sealed-index/segment.ts';
import { headerHash } from '@cloakroom/sealed-index/segmentCache.ts';
import { sortedRun } from '@cloakroom/sealed-index/sortedRun.ts';
import type { Database } from '@cloakroom/service/db/client.ts';
import { manifestParts, manifests, segments } from '@cloakroom/service/db/schema.ts';

export const definition = JsonSchema.parse({
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 127 } },
  required: ['name'],
});

type Target = { database: Database; client: pg.Client; schema: Schema; keyring: Keyring; owner: string };

/** Compacted segments grow by this factor from level to level. */
const fanIn = 8;
const maxUploadsPerSegment = fanIn ** 6;

/** The number of uploads in each segment that compaction leaves of these small uploads, oldest first. */
function segmentSizes(uploads: number): number[] {
  const sizes: number[] = [];
  let rest = uploads;
  for (let size = maxUploadsPerSegment; size >= 1; size /= fanIn)
    for (; rest >= size; rest -= size) sizes.push(size);
  return sizes;
}

/** How many uploads, and how many records in each: at most as many as a group has. */
export type SmallUploads = { uploads: number; each: number };

/** Fills an empty schema. Records, index and manifest have the form that uploads and compactions write. */
export async function fillSchema(target: Target, { uploads, each }: SmallUploads): Promise<void> {
  const { database, schema, keyring } = target;
  const entries: SegmentEntry[] = [];
  for (const size of segmentSizes(uploads)) entries.push(await fillSegment(target, { uploads: size, each }));
  const queryKey = queryKeyOf(keyring, schema);
  const digest = definitionDigest(schema.id, fieldsOf(schema.schema));
  const manifest = signManifest(queryKey, {
    ...{ schema: schema.id, generation: schema.generation, version: uploads, segments: entries },
    definition: { digest },
  });
  for (const [hash, data] of cutManifest(entries).parts)
    await database
      .insert(manifestParts)
      .values({ schema: schema.id, part: Buffer.from(hash, 'hex'), data: Buffer.from(data) });
  const { version, mac } = manifest;
  await database
    .update(manifests)
    .set({ version, mac, publishedMac: mac, body: JSON.stringify(signedForm(manifest)) })
    .where(eq(manifests.schema, schema.id));
  await database
    .update(segments)
    .set({ loose: null })
    .where(
      inArray(
        segments.segment,
        entries.map(({ id }) => Buffer.from(id, 'hex')),
      ),
    );
}

async function fillSegment(
  { database, client, schema, keyring, owner }: Target,
  { uploads: count, each }: SmallUploads,
): Promise<SegmentEntry> {
  const records = count * each;
  const fields = fieldsOf(schema.schema);
  const queryKey = queryKeyOf(keyring, schema);
  const fieldKeys = fieldKeysOf(keyring, schema, fields);
  const keyed = fields.map(({ name }, index) => ({ name, key: fieldKeys[index]! }));
  const sealer = groupSealer({ schema: schema.id, generation: schema.generation, queryKey }, keyed);
  const values: Values = [
    { type: 'n', text: '36' },
    { type: 's', text: 'Person 1' },
  ];
  // All groups have the same bytes, because pages are not decrypted here and sealing a million groups takes minutes.
  const sealedGroup = sealer.seal({ upload: randomBytes(12), group: 0 }, Array<Values>(each).fill(values));
  const group = Buffer.from(sealedGroup).toString('hex');
  const uploads = Array.from({ length: count }, () => randomBytes(12));
  const columns = columnsOf(fields, queryKey, records);
  const copy = (table: string, lines: Generator<string, void>) =>
    pipeline(Readable.from(lines), client.query(copyFrom(`copy ${table} from stdin`)));
  await copy(
    'uploads (upload, schema_id, owner_id)',
    (function* () {
      for (const upload of uploads) yield `\\\\x${upload.toString('hex')}\t${schema.id}\t${owner}\n`;
    })(),
  );
  await copy(
    'published_ranges (upload, first, end_number)',
    (function* () {
      for (const upload of uploads) yield `\\\\x${upload.toString('hex')}\t0\t${each}\n`;
    })(),
  );
  await copy(
    'record_groups (upload, number, data)',
    (function* () {
      for (const upload of uploads) yield `\\\\x${upload.toString('hex')}\t0\t\\\\x${group}\n`;
    })(),
  );
  const ranges = uploads.map((upload) => ({ upload: upload.toString('hex'), first: 0, count: each }));
  const id = randomBytes(16);
  const packer = new SegmentPacker({ id, queryKey, fields, ranges });
  for (const column of columns) packer.add(sortedRun(column));
  const sealed = packer.seal();
  await copy(
    'blocks (segment, label, data)',
    (function* () {
      for (let index = 0; index < sealed.labels.length / labelBytes; index++) {
        const label = Buffer.from(sealed.labels.subarray(index * labelBytes, (index + 1) * labelBytes));
        const block = Buffer.from(sealed.blocks.subarray(index * blockBytes, (index + 1) * blockBytes));
        yield `\\\\x${id.toString('hex')}\t\\\\x${label.toString('hex')}\t\\\\x${block.toString('hex')}\n`;
      }
    })(),
  );
  await database.insert(segments).values({
    ...{ schema: schema.id, segment: id, header: Buffer.from(sealed.header), digest: randomBytes(32) },
    ...{ upload: Buffer.alloc(12), first: 0, records: 0 },
  });
  return {
    ...{ id: id.toString('hex'), records, generation: schema.generation, ranges },
    ...{ header_hash: headerHash(sealed.header), group_records: recordsPerGroup },
  };
}

/** A collector accepts at most the records of an uploaded segment; a compacted segment has more. */
function columnsOf(fields: readonly Field[], queryKey: Uint8Array, records: number): Float64Array[] {
  const columns = fields.map(() => new Float64Array(records));
  for (let from = 0; from < records; from += segmentRecords) {
    const count = Math.min(segmentRecords, records - from);
    for (const [index, field] of fields.entries()) {
      const collector = new ColumnCollector(field, queryKey);
      for (let ordinal = 0; ordinal < count; ordinal++)
        if (field.name === 'name') collector.addText(ordinal, `Person ${from + ordinal}`);
        else collector.addStep(ordinal, (from + ordinal) % 128);
      columns[index]!.set(collector.keys(count), from);
    }
  }
  return columns;
}
