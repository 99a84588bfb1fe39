/** Sealed records: read by those who may search, stored by data owners. */
import { createHash } from 'node:crypto';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';
import { successorInParts, TestParts } from '../../support/manifestTrees.ts';
import { recordGroup, successor, testSegment } from '../../support/segments.ts';
import { dataOwners, searchers, storers } from '../actors.ts';
import { get, post, put, remove, type Row } from '../row.ts';

const search = { may: searchers, yes: 200 } as const;
const list = { may: dataOwners, yes: 200 } as const;
const store = { may: dataOwners, yes: 204 } as const;
const exported = { records: 1, filtered: false, values: 'encrypted', format: 'csv' };
const holder = '0'.repeat(32);

// prettier-ignore
export const recordRows: Row[] = [
  { ...search, call: 'listRecords', ask: (m) => get(`/api/records/?schema=${m.schema.id}`) },
  { ...search, call: 'listRecords', as: 'their number', ask: (m) => get(`/api/records/?schema=${m.schema.id}&count_only=true`) },
  { ...search, call: 'getRecord', ask: (m) => get(`/api/records/${recordId(Buffer.from(m.upload, 'hex'), 0)}/`) },
  { ...search, call: 'readRecords', ask: (m) => post('/api/records/read/', { schema: m.schema.id, records: [[m.upload, 0]] }) },
  { ...search, yes: 204, call: 'noteExport', ask: (m) => post(`/api/schemas/${m.schema.id}/exports/`, exported) },
  { ...search, call: 'getManifest', ask: (m) => get(m.manifestUrl) },
  {
    ...search,
    call: 'readManifestParts',
    ask: async (m) => {
      const before = await m.manifest();
      const parts = new TestParts();
      const tree = parts.tree(before.segments.map((entry) => parts.listed(entry)));
      const inParts = successorInParts(before, parts, tree);
      await m.call(m.people['data owner'], 'POST', m.manifestUrl, inParts);
      // The other rows expect a whole manifest.
      const whole = { ...successor(before, before.segments), version: inParts.version + 1 };
      await m.call(m.people['data owner'], 'POST', m.manifestUrl, whole);
      return post(`${m.manifestUrl}parts/read/`, { parts: [tree.nodes[0]!.part] });
    },
  },
  { ...search, call: 'readSegments', ask: (m) => post('/api/segments/read/', { schema: m.schema.id, segments: [m.published.id] }) },
  {
    ...search,
    call: 'readBlocks',
    ask: ({ schema, published: { id, labels } }) =>
      post('/api/blocks/read/', { schema: schema.id, segments: [{ id, labels: labels[0]!.toString('base64') }] }),
  },
  { ...search, call: 'readGroups', ask: (m) => post('/api/groups/read/', { schema: m.schema.id, groups: [[m.upload, 0]] }) },
  { ...list, call: 'listStaleGroups', ask: (m) => get(`/api/groups/stale/?schema=${m.schema.id}`) },
  {
    ...store,
    call: 'replaceGroup',
    ask: async (m) => {
      const segment = testSegment({ records: 2, grouped: true });
      const { entry } = segment;
      await m.put(segment);
      const { segments } = await m.manifest();
      await m.publish(...segments, entry);
      await m.publish(...segments, { ...entry, deleted: [[0, 1]] });
      const { version } = await m.manifest();
      const [group] = (await readSegmentBody(segment.body)).items;
      const { upload } = entry.ranges[0]!;
      const replaces = createHash('sha256').update(group!).digest('hex');
      const query = `schema=${m.schema.id}&upload=${upload}&number=0&version=${version}&replaces=${replaces}`;
      return put(`/api/groups/?${query}`, Buffer.from(recordGroup(2, 2, 48)));
    },
  },
  {
    ...store,
    may: storers,
    call: 'putSegment',
    ask: (m) => {
      const { id, body } = testSegment({ records: 1 });
      return put(`/api/segments/${id}/?schema=${m.schema.id}`, body);
    },
  },
  {
    ...store,
    call: 'deleteSegment',
    ask: async (m) => {
      const segment = testSegment({ records: 1 });
      await m.put(segment);
      return remove(`/api/segments/${segment.id}/?schema=${m.schema.id}`);
    },
  },
  { ...list, call: 'listUploads', ask: (m) => get(`/api/uploads/?schema=${m.schema.id}`) },
  { ...list, call: 'getUpload', ask: (m) => get(`/api/uploads/${m.upload}/?schema=${m.schema.id}`) },
  {
    ...list,
    may: storers,
    call: 'publishManifest',
    ask: async (m) => {
      const present = await m.manifest();
      return post(m.manifestUrl, successor(present, present.segments));
    },
  },
  {
    ...list,
    call: 'publishManifest',
    as: 'without a record',
    ask: async (m) => {
      const segment = testSegment({ records: 2 });
      await m.put(segment);
      await m.publish(...(await m.manifest()).segments, segment.entry);
      const present = await m.manifest();
      const segments = present.segments.map((entry) =>
        entry.id === segment.id ? { ...entry, deleted: [[0, 1]] as [number, number][] } : entry,
      );
      return post(m.manifestUrl, successor(present, segments));
    },
  },
  { ...store, call: 'takeLease', ask: (m) => post(`${m.manifestUrl}lease/`, { holder, seconds: 1 }) },
  { ...store, call: 'endLease', ask: (m) => remove(`${m.manifestUrl}lease/?holder=${holder}`) },
];
