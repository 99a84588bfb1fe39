/** Reads sealed records: those of groups from their groups, records of earlier versions one by one. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { idIn, urlOf } from '@cloakroom/contract/reference.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import {
  groupNumberOf,
  readRecords,
  recordsPerGroup,
  type ExpectedState,
  type Manifest,
} from '@cloakroom/contract/segments.ts';
import { unprocessable } from '@cloakroom/server-kit/problem.ts';
import type { RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { groupReference } from '@cloakroom/wire/groupReference.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import type { Credentials } from '../credentials.ts';
import { isInGroup } from '../recordSealing.ts';
import type { OwnSchema } from '../schemas.ts';
import { sealedFieldsByUpload } from '../sealedFields.ts';
import type { Upstream } from '../upstream.ts';
import { placesIn, type RecordPlaces } from './recordPlaces.ts';
import {
  groupSourceOf,
  otherAnswer,
  type CachedGroupSource,
  type RecordGroups,
  type StoredGroup,
} from './recordGroups.ts';

type PageOptions = {
  /** Omits records that are missing or damaged, instead of failing. */
  partial: boolean;
  /** Confirmed by the service before anything is returned. */
  expected: ExpectedState;
};

type Located = RecordReference & { id: string };

type GroupedRecords = {
  /** The fields that the records of an upload were sealed with. */
  fieldsOf: (upload: string) => readonly Field[];
  records: readonly Located[];
  versionAt: (place: RecordReference) => Pick<SealedRecord, 'version'>;
};

export class RecordPages {
  readonly #upstream: Upstream;
  readonly #groups: RecordGroups;

  constructor(upstream: Upstream, groups: RecordGroups) {
    this.#upstream = upstream;
    this.#groups = groups;
  }

  /**
   * Sealed records of a manifest, in the order of the references.
   * @throws {HttpProblem} 412 if the service doesn't confirm the expected state; 422 if a record is missing or damaged.
   */
  async read(
    { credentials, own, manifest }: { credentials: Credentials; own: OwnSchema; manifest: Manifest },
    references: readonly RecordReference[],
    { partial, expected }: PageOptions,
  ): Promise<SealedRecord[]> {
    const places = placesIn(manifest);
    const idOf = idsOf(places);
    const records = references.map(({ upload, number }): Located => ({
      upload,
      number,
      id: idOf({ upload, number }),
    }));
    const inGroup = isInGroup(manifest);
    const single = records.filter((record) => !inGroup(record));
    const source = groupSourceOf(credentials, own, manifest);
    const grouped = {
      fieldsOf: sealedFieldsByUpload(manifest, own.fields),
      records: records.filter(inGroup),
      versionAt: versionsOf(places),
    };
    const found = await this.#grouped(source, grouped, expected);
    for (const record of await this.sealed(credentials, own.schema.id, single, partial))
      found.set(record.id, record);
    if (found.size < new Set(records.map(({ id }) => id)).size && !partial) throw lostRecord();
    return records.flatMap(({ id }) => found.get(id) ?? []);
  }

  /** The records of groups by id, without those that are missing or damaged. */
  async #grouped(
    source: CachedGroupSource,
    { fieldsOf, records, versionAt }: GroupedRecords,
    expected: ExpectedState,
  ): Promise<Map<string, SealedRecord>> {
    const byGroup = new Map<string, [Located, ...Located[]]>();
    for (const record of records) {
      const name = `${record.upload} ${groupNumberOf(record.number)}`;
      const neighbours = byGroup.get(name);
      if (neighbours) neighbours.push(record);
      else byGroup.set(name, [record]);
    }
    const wanted = [...byGroup.values()];
    const keys = wanted.map(([{ upload, number }]) => [upload, groupNumberOf(number)] as const);
    const found = new Map<string, SealedRecord>();
    const schema = urlOf('schemas', source.schema);
    let at = 0;
    for await (const group of this.#groups.read(source, keys, expected))
      for (const { id, ...place } of wanted[at++]!) {
        const fields = fieldsOf(place.upload);
        const data = group && referencesTo(group, place.number % recordsPerGroup, fields);
        if (!data) continue;
        const { owner, created } = group;
        const url = urlOf('records', id);
        found.set(id, { id, url, schema, owner: urlOf('users', owner), data, created, ...versionAt(place) });
      }
    return found;
  }

  /**
   * Sealed records by upload and number, in that order, as the service shows them.
   * @param partial - omits records that the service can't read, instead of failing.
   * @throws {HttpProblem} 422 if the service sends others.
   */
  async sealed(
    credentials: Credentials,
    schema: string,
    references: readonly RecordReference[],
    partial = false,
  ): Promise<SealedRecord[]> {
    if (references.length === 0) return [];
    const records = references.map(({ upload, number }): [string, number] => [upload, number]);
    const found = await this.#upstream.call(readRecords, { credentials, body: { schema, records, partial } });
    const requestedIds = records.map(([upload, number]) => recordId(Buffer.from(upload, 'hex'), number));
    let position = -1;
    const inOrder = found.every(({ id }) => (position = requestedIds.indexOf(id, position + 1)) >= 0);
    const areOfSchema = found.every((record) => idIn(record.schema) === schema);
    if (!inOrder || !areOfSchema || (found.length < requestedIds.length && !partial)) throw otherAnswer();
    // Only the manifest says which records were changed.
    return found.map(({ version: _, ...record }) => ({
      ...record,
      url: urlOf('records', record.id),
      schema: urlOf('schemas', schema),
    }));
  }
}

/** The version of the record at a place, if the record was changed. */
const versionsOf =
  ({ changedAt }: RecordPlaces): GroupedRecords['versionAt'] =>
  (place) =>
    changedAt(place) === undefined
      ? {}
      : { version: recordId(Buffer.from(place.upload, 'hex'), place.number) };

/** The ids of records at places. The records of a page are of few uploads, whose bytes are read once. */
function idsOf({ changedAt }: RecordPlaces): (place: RecordReference) => string {
  const known = new Map<string, Uint8Array>();
  return (place) => {
    const bytes = known.get(place.upload) ?? Buffer.from(place.upload, 'hex');
    known.set(place.upload, bytes);
    return changedAt(place) ?? recordId(bytes, place.number);
  };
}

/** References to the values of a record, by field; null if the group doesn't have it or is damaged. */
function referencesTo(
  group: StoredGroup,
  position: number,
  fields: readonly Field[],
): Record<string, string> | null {
  if (position >= group.records) return null;
  try {
    return Object.fromEntries(
      fields.map(({ name }, at) => [name, groupReference(group.fields[at]!, position)]),
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const lostRecord = () =>
  unprocessable(
    'A record that the service should store is missing or damaged. Tell the operator of the service. With "partial": true the other records are shown.',
  );
