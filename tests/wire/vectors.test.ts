/** The vectors of ids, envelope texts, groups and packed records, segment bodies and identities; FORMAT.md names every file of vectors. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSegmentBody } from '#tests/support/segmentBody.ts';
import { bytesOf, hexOf, readVectors } from '#tests/support/vectors.ts';
import { envelopeBytes, envelopeText } from '@cloakroom/wire/envelope.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { fieldSetTagOf, packedLength, packedEnvelopes, packInto } from '@cloakroom/wire/packedRecord.ts';
import { groupReference, readGroupReference } from '@cloakroom/wire/groupReference.ts';
import { possessionText } from '@cloakroom/wire/possession.ts';
import { decodeGroup, encodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { itemLength, segmentHead } from '@cloakroom/wire/segmentBody.ts';
import { decodeShortId, encodeShortId, readRecordId, recordId } from '@cloakroom/wire/shortId.ts';

test('FORMAT.md names every file of vectors', () => {
  const format = readFileSync('packages/wire/FORMAT.md', 'utf8');
  const files = readdirSync('packages/wire/vectors');
  expect(files.filter((file) => !format.includes(`vectors/${file}`))).toEqual([]);
});

describe('ids.json', () => {
  const { ids, records, refused } = readVectors<{
    ids: { bytes: string; id: string }[];
    records: { upload: string; number: number; id: string }[];
    refused: string[];
  }>('ids');

  test.each(ids)('16 bytes are written as $id and read back', ({ bytes, id }) => {
    expect(encodeShortId(bytesOf(bytes))).toBe(id);
    expect(hexOf(decodeShortId(id))).toBe(bytes);
  });

  test.each(records)('record $number of an upload is $id', ({ upload, number, id }) => {
    expect(recordId(bytesOf(upload), number)).toBe(id);
    const read = readRecordId(id);
    expect([hexOf(read.upload), read.number]).toEqual([upload, number]);
  });

  test.each(refused)('rejects "%s"', (text) => {
    expect(() => decodeShortId(text)).toThrow(RangeError);
  });
});

describe('envelope.json', () => {
  const { values, refused_texts } = readVectors<{
    values: { text: string; envelope: string; envelope_text: string }[];
    refused_texts: string[];
  }>('envelope');

  test.each(values)('the envelope of "$text" has its text', ({ envelope, envelope_text }) => {
    expect(envelopeText(bytesOf(envelope))).toBe(envelope_text);
    expect(hexOf(envelopeBytes(envelope_text))).toBe(envelope);
  });

  test.each(refused_texts)('rejects "%s"', (text) => {
    expect(() => envelopeBytes(text)).toThrow(RangeError);
  });
});

describe('record.json', () => {
  const { records, refused } = readVectors<{
    records: { fields: number; envelopes: (string | null)[]; tag: string | null; packed: string }[];
    refused: { fields: number; packed: string }[];
  }>('record');

  test.each(records)('a record of $fields fields is packed and unpacked', (record) => {
    const envelopes = record.envelopes.map((envelope) =>
      envelope === null ? undefined : new Uint8Array(bytesOf(envelope)),
    );
    const tag = record.tag === null ? null : new Uint8Array(bytesOf(record.tag));
    const packed = new Uint8Array(packedLength(envelopes, tag !== null));
    packInto(packed, envelopes, tag ?? undefined);
    expect(hexOf(packed)).toBe(record.packed);
    expect(packedEnvelopes(packed, record.fields)).toEqual(envelopes);
    expect(fieldSetTagOf(packed)).toEqual(tag);
  });

  test.each(refused)('rejects $packed', ({ fields, packed }) => {
    expect(() => packedEnvelopes(bytesOf(packed), fields)).toThrow(RangeError);
  });
});

describe('recordGroup.json', () => {
  const { groups, fields, references, refused_references, refused } = readVectors<{
    fields: unknown[];
    groups: {
      name: string;
      records: unknown[];
      salt: string;
      fields: { sealed: string }[];
      encoded: string;
    }[];
    references: { sealed: string; position: number; text: string }[];
    refused_references: string[];
    refused: { name: string; fields: number; encoded: string }[];
  }>('recordGroup');

  test.each(groups)('a group of $name is encoded and decoded', ({ records, salt, encoded, ...group }) => {
    const sealed = group.fields.map((field) => field.sealed);
    const written = encodeGroup({
      records: records.length,
      salt: bytesOf(salt),
      fields: sealed.map(bytesOf),
    });
    expect(hexOf(written)).toBe(encoded);
    const read = decodeGroup(bytesOf(encoded), fields.length);
    expect([read.records, hexOf(read.salt), read.fields.map(hexOf)]).toEqual([records.length, salt, sealed]);
  });

  test.each(refused)('rejects a group with $name', ({ fields: count, encoded }) => {
    expect(() => decodeGroup(bytesOf(encoded), count)).toThrow(RangeError);
  });

  test.each(references)('the reference to position $position is $text', ({ sealed, position, text }) => {
    expect(groupReference(bytesOf(sealed), position)).toBe(text);
    expect(readGroupReference(text).position).toBe(position);
  });

  test.each(refused_references)('rejects the reference "%s"', (text) => {
    expect(() => readGroupReference(text)).toThrow(RangeError);
  });
});

describe('segment.json', () => {
  type Body = { upload: string; first: number; preamble: string; length: number; sha256: string };
  const { header, labels, blocks, ...segment } = readVectors<{
    header: { sealed: string };
    blocks: { label: string; sealed: string }[];
    labels: string;
    group_body: Body & { count: number; groups: string[] };
    body: Body & { records: string[] };
  }>('segment');
  const { group_body, body } = segment;
  const inLabelOrder = blocks.toSorted((a, b) => (a.label < b.label ? -1 : 1));

  test.each([
    { ...group_body, content: 'groups' as const, items: group_body.groups },
    { ...body, content: 'records' as const, items: body.records, count: body.records.length },
  ])('the body with $content is written and parsed', async (vector) => {
    const { content, count, items, first } = vector;
    const parts = {
      header: bytesOf(header.sealed),
      labels: bytesOf(labels),
      blocks: Buffer.concat(inLabelOrder.map(({ sealed }) => bytesOf(sealed))),
      upload: bytesOf(vector.upload),
      first,
    };
    const head = segmentHead(parts, count, content);
    const written = Buffer.concat([
      ...head,
      ...items.map(bytesOf).flatMap((item) => [itemLength(item), item]),
    ]);
    expect(hexOf(head[0]!)).toBe(vector.preamble);
    expect(written).toHaveLength(vector.length);
    expect(createHash('sha256').update(written).digest('hex')).toBe(vector.sha256);

    const read = await readSegmentBody(written);
    expect([read.header, read.labels, read.blocks, read.upload].map(hexOf)).toEqual(
      [parts.header, parts.labels, parts.blocks, parts.upload].map(hexOf),
    );
    expect([read.content, read.first, read.recordCount, read.items.map(hexOf)]).toEqual([
      content,
      first,
      count,
      items,
    ]);
  });
});

test('identity.json: an identity has its fingerprint and the text of its registration', () => {
  const { fingerprint, registration, ...keys } = readVectors<{
    primary_public_key: string;
    sub_public_key: string;
    fingerprint: { words: string[]; colours: number[] };
    registration: { user: string; device_id: string; text: string };
  }>('identity');
  expect(fingerprintOf(keys)).toEqual(fingerprint);
  const { user, device_id, text } = registration;
  expect(Buffer.from(possessionText(user, { ...keys, device_id })).toString()).toBe(text);
});
