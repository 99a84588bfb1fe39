/** Routes that decrypt records, and check whether that is possible. */
import type { FastifyInstance } from 'fastify';
import { unreadableHeader } from '@cloakroom/contract/list.ts';
import { canDecrypt, decryptRecords, type DecryptedRecord } from '@cloakroom/contract/records.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { readNoGroups } from '../decryptGroups.ts';
import { recordDecryptorOf, schemasIn, type RecordDecryptor } from '../decryptRecords.ts';
import type { Schemas } from '../schemas.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { groupSourceOf, type RecordGroups } from '../search/recordGroups.ts';
import type { SchemaReads } from '../search/schemaReads.ts';
import { plainRecordRoutes } from './plainRecords.ts';
import { recordChangeRoutes } from './recordChanges.ts';
import { callerOf, serve, serveReads } from './serve.ts';

const megabyte = 1024 * 1024;
/** Base64 makes sealed records a third longer, and values may be long. */
const bodyLimit = 32 * megabyte;

type Deps = {
  schemas: Schemas;
  manifests: Manifests;
  reads: SchemaReads;
  groups: RecordGroups;
};

/** Registers these and the routes that store and change plain records. */
export function recordRoutes(
  app: FastifyInstance,
  deps: Deps & Parameters<typeof plainRecordRoutes>[1] & Parameters<typeof recordChangeRoutes>[1],
): void {
  decryptionRoutes(app, deps);
  plainRecordRoutes(app, deps);
  recordChangeRoutes(app, deps);
}

function decryptionRoutes(app: FastifyInstance, { schemas, manifests, reads, groups }: Deps): void {
  serveReads(
    app,
    decryptRecords,
    async ({ body, query, request, reply }) => {
      const decryptors = new Map<string, RecordDecryptor>();
      for (const id of schemasIn(body)) {
        const records = body.filter(({ schema }) => idIn(schema) === id);
        const open = await reads.run(
          request,
          id,
          async ({ caller, own, manifest, expected }) => {
            const source = groupSourceOf(caller.credentials, own, manifest);
            return recordDecryptorOf(own)(records, manifest, (keys) =>
              groups.read(source, keys, expected(manifest)),
            );
          },
          recordDecryptorOf,
        );
        decryptors.set(id, open);
      }
      const opened = body.map((record): DecryptedRecord => {
        const open = decryptors.get(idIn(record.schema));
        if (!open) throw notFound('Schema');
        return open(record, query.partial);
      });
      const unreadable = opened.filter(({ damaged }) => damaged).length;
      if (unreadable > 0) reply.header(unreadableHeader, unreadable);
      return opened;
    },
    { bodyLimit },
  );

  serve(
    app,
    canDecrypt,
    async ({ body, request }) => {
      if (!body) throw notFound('Record');
      const caller = callerOf(request);
      const own = await schemas.of(caller, idIn(body.schema));
      const prepare = async () => {
        const manifest = await manifests.read(manifestContextOf(caller.credentials, own));
        return recordDecryptorOf(own)([body], manifest, readNoGroups);
      };
      return { can_decrypt: await prepare().then(() => true, falseIfRefused) };
    },
    { bodyLimit },
  );
}

/** Returns false for a missing permission or key; rethrows other errors. */
function falseIfRefused(error: unknown): false {
  if (error instanceof HttpProblem && (error.status === 403 || error.status === 422)) return false;
  throw error;
}
