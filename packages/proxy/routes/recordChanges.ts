/** Routes that change one record: a new version of it is sealed and stored, and takes the place of the present one. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ifMatchHeader, replaceRecord, updateRecord } from '@cloakroom/contract/recordChanges.ts';
import { getRecord, recordTag, type SealedRecord } from '@cloakroom/contract/records.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { memberTexts } from '@cloakroom/ingest/jsonMembers.ts';
import type { RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { requireTokenVerb } from '@cloakroom/server-kit/apiTokens.ts';
import { bodyText } from '@cloakroom/server-kit/bodies.ts';
import { badRequest, forbidden, HttpProblem, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { mayDeleteRecords, type Caller } from '../callers.ts';
import type { Compactor } from '../compaction/compactor.ts';
import type { GroupResealer } from '../compaction/groupResealer.ts';
import { jobOwnerOf } from '../credentials.ts';
import { recordDecryptorOf } from '../decryptRecords.ts';
import { sealingIn } from '../recordSealing.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import { groupSourceOf, type RecordGroups } from '../search/recordGroups.ts';
import type { RecordPages } from '../search/recordPages.ts';
import type { SchemaRead, SchemaReads } from '../search/schemaReads.ts';
import type { Upstream } from '../upstream.ts';
import type { Jobs } from '../upload/jobs.ts';
import { otherVersion } from '../upload/replacement.ts';
import { plainBodyLimit, requireStored, storePlainRecords, withRawJson } from './plainRecords.ts';
import { callerOf, idempotencyKeyOf, serve } from './serve.ts';

type Deps = {
  upstream: Upstream;
  schemas: Schemas;
  reads: SchemaReads;
  groups: RecordGroups;
  pages: RecordPages;
  jobs: Jobs;
  compactor: Compactor;
  resealer: GroupResealer;
};

/** How often a change of some values is repeated because another one was published meanwhile. */
const maxAttempts = 3;

/** The change of one record. */
type RecordChange = {
  request: FastifyRequest;
  reply: FastifyReply;
  id: string;
  caller: Caller;
  own: OwnSchema;
};

/** The present version of a record: where it is stored, and itself. */
type Present = { place: RecordReference; record: SealedRecord };

export function recordChangeRoutes(app: FastifyInstance, deps: Deps): void {
  withRawJson(app, (scope, rawBodyOf) => {
    serve(
      scope,
      replaceRecord,
      async ({ params, body, request, reply }) => {
        const change = await changeOf(deps, params.id, body.schema, { request, reply });
        const values = memberTexts(bodyText(rawBodyOf(request)), 'data');
        const isRestricted = request.headers[ifMatchHeader.toLowerCase()] !== undefined;
        const present =
          isRestricted && !isRepeated(deps, request) ? await readPresent(deps, change, nothingMore) : null;
        if (present) requireMatch(request, present.record);
        return storeVersion(deps, change, values, present?.place);
      },
      { bodyLimit: plainBodyLimit },
    );

    serve(
      scope,
      updateRecord,
      async ({ params, body, request, reply }) => {
        const { token } = callerOf(request);
        if (token) requireTokenVerb({ tokenVerbs: ['read'] }, token);
        const change = await changeOf(deps, params.id, body.schema, { request, reply });
        const values = memberTexts(bodyText(rawBodyOf(request)), 'data');
        if (isRepeated(deps, request)) return storeVersion(deps, change, values, undefined);
        for (let attempt = 1; ; attempt++) {
          const { place, record, more } = await readPresent(deps, change, valuesOf(deps));
          requireMatch(request, record);
          try {
            return await storeVersion(deps, change, new Map([...more, ...values]), place);
          } catch (error) {
            const isOvertaken = error instanceof HttpProblem && error.status === 412;
            const isKeyed = idempotencyKeyOf(request) !== undefined;
            if (!isOvertaken || isKeyed || attempt === maxAttempts) throw error;
          }
        }
      },
      { bodyLimit: plainBodyLimit },
    );
  });
}

/** Whether the call repeats one that was not refused: it is answered with that one's result, whatever version is present now. */
function isRepeated({ jobs }: Deps, request: FastifyRequest): boolean {
  const key = idempotencyKeyOf(request);
  const earlier = key === undefined ? null : jobs.receiver.findByKey(jobOwnerOf(callerOf(request)), key);
  return earlier !== null && earlier.status !== 'failed';
}

/** @throws {HttpProblem} 404 for an unknown record, 400 for another schema than its own, 403 to all but data owners. */
async function changeOf(
  { upstream, schemas }: Deps,
  id: string,
  statedSchema: string | undefined,
  call: Pick<RecordChange, 'request' | 'reply'>,
): Promise<RecordChange> {
  const caller = callerOf(call.request);
  const found = await upstream.call(getRecord, { credentials: caller.credentials, params: { id } });
  const own = await schemas.of(caller, idIn(found.schema));
  const { schema } = own;
  if (statedSchema !== undefined && statedSchema !== schema.id)
    throw badRequest(`The record belongs to another schema, "${schema.name}".`);
  if (!mayDeleteRecords(caller, schema.permissions))
    throw forbidden(`Only data owners of "${schema.name}" may change its records. Ask one of them.`);
  return { ...call, id, caller, own };
}

/**
 * Reads the present version of the record.
 * @param read - reads more of it, in the same state.
 * @throws {HttpProblem} 404 if the record is gone.
 */
async function readPresent<More>(
  { reads, pages }: Deps,
  { request, id, own: { schema } }: RecordChange,
  read: (source: SchemaRead, record: SealedRecord) => Promise<More>,
): Promise<Present & { more: More }> {
  return reads.run(request, schema.id, async (source) => {
    const { caller, own, manifest, expected } = source;
    const place = sealingIn(manifest)({ id })?.place;
    if (!place) throw notFound('Record');
    const shown = { credentials: caller.credentials, own, manifest };
    const [record] = await pages.read(shown, [place], { partial: false, expected: expected(manifest) });
    if (!record) throw notFound('Record');
    return { place, record, more: await read(source, record) };
  });
}

const nothingMore = () => Promise.resolve(null);

/** @throws {HttpProblem} 412 if `If-Match` names other versions only. */
function requireMatch({ headers }: FastifyRequest, record: SealedRecord): void {
  const header = headers[ifMatchHeader.toLowerCase()];
  if (header === undefined) return;
  const tags = String(header)
    .split(',')
    .map((tag) => tag.trim());
  if (!tags.includes('*') && !tags.includes(recordTag(record))) throw otherVersion();
}

/** Reads the values of a version, each as JSON. @throws {HttpProblem} 422 if one can't be read. */
const valuesOf =
  ({ groups }: Deps) =>
  async ({ caller, own, manifest, expected }: SchemaRead, record: SealedRecord) => {
    const source = groupSourceOf(caller.credentials, own, manifest);
    const open = await recordDecryptorOf(own)([record], manifest, (keys) =>
      groups.read(source, keys, expected(manifest)),
    );
    return Object.entries(open(record).data).map(([field, value]) => [field, JSON.stringify(value)] as const);
  };

/**
 * Stores a new version and answers with it.
 * @param values - the source text of each value.
 * @param place - where the version is stored that may be replaced; any version without it.
 * @throws {HttpProblem} 400 for bad values, 404 and 412 as `withNewVersion` does.
 */
async function storeVersion(
  deps: Deps,
  change: RecordChange,
  values: Iterable<[field: string, text: string]>,
  place: RecordReference | undefined,
): Promise<SealedRecord> {
  const { id, caller, own, request, reply } = change;
  const members = Array.from(values, ([field, text]) => `${JSON.stringify(field)}:${text}`);
  const text = Buffer.from(`{"data":{${members.join(',')}}}`);
  const replaces = { id, ...(place && { place }) };
  const key = idempotencyKeyOf(request);
  const stored = storePlainRecords(deps.jobs, { caller, own, text, key, replaces }, reply);
  const { job } = await stored.catch((error: unknown) => {
    throw error instanceof HttpProblem && error.errors ? invalidValues(error.errors) : error;
  });
  const { place: present, record } = await readPresent(deps, change, nothingMore);
  const isOther = place && (place.upload !== present.upload || place.number !== present.number);
  if (job.status === 'failed' && isOther) throw otherVersion();
  requireStored(job);
  deps.resealer.scheduleCheck(caller, own);
  deps.compactor.scheduleCheck(caller, own);
  reply.header('ETag', recordTag(record));
  return record;
}

/** The problems of the only row. */
const invalidValues = (errors: Record<string, string[]>) => invalid({ data: Object.values(errors).flat() });
