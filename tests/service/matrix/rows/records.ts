/** Sealed records: read by those who may search, stored by data owners. */
import { recordId } from '@cloakroom/wire/shortId.ts';
import { successor, testSegment } from '../../support/segments.ts';
import { dataOwners, searchers } from '../actors.ts';
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
  { ...search, call: 'readSegments', ask: (m) => post('/api/segments/read/', { schema: m.schema.id, segments: [m.published.id] }) },
  {
    ...search,
    call: 'readBlocks',
    ask: ({ schema, published: { id, labels } }) =>
      post('/api/blocks/read/', { schema: schema.id, segments: [{ id, labels: labels[0]!.toString('base64') }] }),
  },
  {
    ...store,
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
    call: 'publishManifest',
    ask: async (m) => {
      const present = await m.manifest();
      return post(m.manifestUrl, successor(present, present.segments));
    },
  },
  { ...store, call: 'takeLease', ask: (m) => post(`${m.manifestUrl}lease/`, { holder, seconds: 1 }) },
  { ...store, call: 'endLease', ask: (m) => remove(`${m.manifestUrl}lease/?holder=${holder}`) },
];
