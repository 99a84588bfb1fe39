/** Sealed segments and manifests. The service cannot decrypt them. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { endLease, takeLease } from '@cloakroom/contract/leases.ts';
import {
  maxBlocksPerCall,
  deleteSegment,
  getManifest,
  labelBytes,
  listStaleGroups,
  publishManifest,
  putSegment,
  readBlocks,
  readSegments,
  replaceGroup,
  SegmentId,
} from '@cloakroom/contract/segments.ts';
import { conflict, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { segments } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { audit } from '../audit/repository.ts';
import { requireRecordOwner, requireSearch, requireSearchState, requireUpload } from '../schemas/policy.ts';
import { acceptRawBodies, withBufferedBody } from './bufferedBody.ts';
import { acquireLease, releaseLease, isOwnSegment, readBlockBytes, readHeaders } from './repository.ts';
import { readManifestParts } from '@cloakroom/contract/manifestParts.ts';
import { maxManifestBytes, partsAnswer } from './manifestParts.ts';
import { lockManifest, currentManifest } from './manifests.ts';
import { publicationEntry } from './publicationEntry.ts';
import { requirePublicationVerbs } from './publicationVerbs.ts';
import { publish } from './publish.ts';
import { withSentParts } from './sentParts.ts';
import { findStaleGroups, replaceStaleGroup } from './staleGroups.ts';
import { lockSegment, storeSegment } from './store.ts';
import { removeSegment, sweepSegments } from './sweep.ts';

/** For lists of thousands of segments. */
const maxListBytes = 16 * 1024 * 1024;

export function segmentRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, store, config, readImmutable, removeScheduled } = deps;
  void app.register(async (scope) => {
    acceptRawBodies(scope);
    serve(scope, putSegment, async ({ params, query, request }) => {
      const user = userOf(request);
      const { schema } = await requireUpload(database, user, query.schema);
      const id = SegmentId.safeParse(params.id);
      if (!id.success) throw invalid({ id: ['A segment id is 16 bytes in hex.'] });
      await withBufferedBody(request, config.DATA_DIR, (body) =>
        storeSegment(
          { database, store },
          {
            schema: schema.id,
            owner: user.id,
            id: Buffer.from(id.data, 'hex'),
            body,
          },
        ),
      );
      await sweepSegments(database, schema.id, store.parts);
    });

    serve(scope, replaceGroup, async ({ query, request }) => {
      const schema = await requireRecordOwner(database, userOf(request), query.schema);
      await withBufferedBody(request, config.DATA_DIR, async (body) => {
        const data = Buffer.from(await body.read(0, body.length));
        await replaceStaleGroup({ database, store }, { ...query, schema: schema.id, data });
      });
    });
  });

  serve(app, listStaleGroups, async ({ query, request }) => {
    const schema = await requireRecordOwner(database, userOf(request), query.schema);
    return findStaleGroups(database, schema.id);
  });

  serve(app, deleteSegment, async ({ params, query, request }) => {
    const id = SegmentId.safeParse(params.id);
    const segmentId = Buffer.from(id.data ?? '', 'hex');
    const user = userOf(request);
    // The person who stored a segment that is not published may delete it.
    const own = await isOwnSegment(database, { user: user.id, schema: query.schema, segment: segmentId });
    if (!own) await requireRecordOwner(database, user, query.schema);
    // An API token's restrictions are checked with the permission.
    else if (user.token) await requireUpload(database, user, query.schema);
    if (!id.success) throw notFound('Segment');
    await database.transaction(async (transaction) => {
      await lockSegment(transaction, segmentId);
      await lockManifest(transaction, query.schema, store.parts);
      const [segment] = await transaction
        .select()
        .from(segments)
        .where(and(eq(segments.schema, query.schema), eq(segments.segment, segmentId)));
      if (!segment) throw notFound('Segment');
      if (!segment.loose) throw conflict('The manifest names this segment. Publish one without it first.');
      await removeSegment(transaction, query.schema, segment);
    });
  });

  serve(app, getManifest, async ({ params, query: { known }, request }) => {
    const { schema, mac } = await requireSearchState(database, userOf(request), params.schema);
    if (known !== undefined && known === mac) return { unchanged: known };
    return currentManifest(database, schema.id);
  });

  serve(
    app,
    publishManifest,
    async ({ params, body: { new_parts: newParts, ...next }, request, reply }) => {
      const { schema, permissions, isRecordOwner } = await requireUpload(
        database,
        userOf(request),
        params.schema,
      );
      const owner = { schema: schema.id, version: next.version };
      const { present, scheduled } = await withSentParts(store.parts, owner, newParts, (sent) =>
        database.transaction(async (transaction) => {
          const publication = await publish(transaction, schema.id, next, {
            permissions,
            isRecordOwner,
            sent,
          });
          if (!publication.published) reply.status(409);
          requirePublicationVerbs(userOf(request), publication);
          const entry = publicationEntry(schema, publication);
          if (entry) await audit(transaction, request, entry);
          return publication;
        }),
      );
      if (scheduled) removeScheduled();
      await sweepSegments(database, schema.id, store.parts);
      return present;
    },
    { bodyLimit: maxManifestBytes },
  );

  serve(app, readManifestParts, async ({ params, body, request, reply }) => {
    const schema = await requireSearch(database, userOf(request), params.schema);
    reply.type('application/octet-stream');
    return partsAnswer(database, store.parts, schema.id, body.parts);
  });

  serve(app, takeLease, async ({ params, body, request }) => {
    const schema = await requireRecordOwner(database, userOf(request), params.schema);
    await acquireLease(database, schema.id, body);
  });

  serve(app, endLease, async ({ params, query, request }) => {
    const schema = await requireRecordOwner(database, userOf(request), params.schema);
    await releaseLease(database, schema.id, query.holder);
  });

  serve(
    app,
    readSegments,
    async ({ body, request }) => {
      const schema = await requireSearch(database, userOf(request), body.schema);
      const headers = await readImmutable((from) => readHeaders(from, schema.id, body.segments));
      return headers.map((header) => header.toString('base64'));
    },
    { bodyLimit: maxListBytes },
  );

  serve(
    app,
    readBlocks,
    async ({ body, request, reply }) => {
      const schema = await requireSearch(database, userOf(request), body.schema);
      const blocks = await readBlockBytes(store, schema.id, parseLabels(body.segments));
      reply.type('application/octet-stream');
      return blocks;
    },
    { bodyLimit: maxListBytes },
  );
}

/** The requested blocks as a flat list. @throws {HttpProblem} 400 for truncated labels, or too many of them. */
function parseLabels(segments: { id: string; labels: string }[]): { id: string; label: Buffer }[] {
  const wanted = segments.flatMap(({ id, labels }) => {
    const joined = Buffer.from(labels, 'base64');
    if (joined.length % labelBytes > 0) throw invalid({ segments: [`A label has ${labelBytes} bytes.`] });
    return Array.from({ length: joined.length / labelBytes }, (_, number) => ({
      id,
      label: joined.subarray(number * labelBytes, (number + 1) * labelBytes),
    }));
  });
  if (wanted.length > maxBlocksPerCall)
    throw invalid({ segments: [`Ask for at most ${maxBlocksPerCall} blocks at once.`] });
  return wanted;
}
