/** Sealed records: read by those who may search, stored by data owners. */
import { recordId } from '@cloakroom/wire/shortId.ts';
import { successor, testSegment } from '../../support/segments.ts';
import { dataOwners, searchers } from '../actors.ts';
import type { Row } from '../row.ts';

const search = { may: searchers, yes: 200 } as const;

export const recordRows: Row[] = [
  {
    ...search,
    call: 'listRecords',
    ask: (m) => ({ method: 'GET', url: `/api/records/?schema=${m.schema.id}` }),
  },
  {
    ...search,
    call: 'listRecords',
    as: 'their number',
    ask: (m) => ({ method: 'GET', url: `/api/records/?schema=${m.schema.id}&count_only=true` }),
  },
  {
    ...search,
    call: 'getRecord',
    ask: (m) => ({ method: 'GET', url: `/api/records/${recordId(Buffer.from(m.upload, 'hex'), 0)}/` }),
  },
  {
    ...search,
    call: 'readRecords',
    ask: (m) => ({
      method: 'POST',
      url: '/api/records/read/',
      body: { schema: m.schema.id, records: [[m.upload, 0]] },
    }),
  },
  {
    may: searchers,
    yes: 204,
    call: 'noteExport',
    ask: (m) => ({
      method: 'POST',
      url: `/api/schemas/${m.schema.id}/exports/`,
      body: { records: 1, filtered: false, values: 'encrypted', format: 'csv' },
    }),
  },
  { ...search, call: 'getManifest', ask: (m) => ({ method: 'GET', url: m.manifestUrl }) },
  {
    ...search,
    call: 'readSegments',
    ask: (m) => ({
      method: 'POST',
      url: '/api/segments/read/',
      body: { schema: m.schema.id, segments: [m.published.id] },
    }),
  },
  {
    ...search,
    call: 'readBlocks',
    ask: (m) => ({
      method: 'POST',
      url: '/api/blocks/read/',
      body: {
        schema: m.schema.id,
        segments: [{ id: m.published.id, labels: m.published.labels[0]!.toString('base64') }],
      },
    }),
  },
  {
    call: 'putSegment',
    may: dataOwners,
    yes: 204,
    ask: (m) => {
      const { id, body } = testSegment({ records: 1 });
      return { method: 'PUT', url: `/api/segments/${id}/?schema=${m.schema.id}`, body };
    },
  },
  {
    call: 'deleteSegment',
    may: dataOwners,
    yes: 204,
    ask: async (m) => {
      const segment = testSegment({ records: 1 });
      await m.put(segment);
      return { method: 'DELETE', url: `/api/segments/${segment.id}/?schema=${m.schema.id}` };
    },
  },
  {
    call: 'listUploads',
    may: dataOwners,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `/api/uploads/?schema=${m.schema.id}` }),
  },
  {
    call: 'getUpload',
    may: dataOwners,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `/api/uploads/${m.upload}/?schema=${m.schema.id}` }),
  },
  {
    call: 'publishManifest',
    may: dataOwners,
    yes: 200,
    ask: async (m) => {
      const present = await m.manifest();
      return { method: 'POST', url: m.manifestUrl, body: successor(present, present.segments) };
    },
  },
  {
    call: 'takeLease',
    may: dataOwners,
    yes: 204,
    ask: (m) => ({
      method: 'POST',
      url: `${m.manifestUrl}lease/`,
      body: { holder: '0'.repeat(32), seconds: 1 },
    }),
  },
  {
    call: 'endLease',
    may: dataOwners,
    yes: 204,
    ask: (m) => ({ method: 'DELETE', url: `${m.manifestUrl}lease/?holder=${'0'.repeat(32)}` }),
  },
];
