/** The route that exports records as lines, at the pace of the reader. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exportRecords } from '@cloakroom/contract/recordExport.ts';
import type { RecordExports } from '../export/recordExports.ts';
import { serveReads } from './serve.ts';

export function recordExportRoute(app: FastifyInstance, recordExports: RecordExports): void {
  serveReads(app, exportRecords, async ({ body, request, reply }) => {
    const { total, chunks } = await recordExports.start(request, body);
    reply.header('X-Total-Count', total).type('application/x-ndjson');
    // The reader's buffer has one chunk; the next one is written meanwhile.
    const stream = Readable.from(chunks, { objectMode: false, highWaterMark: 1 });
    stream.on('error', (error) => request.log.warn({ err: error }, 'an export ended early'));
    return stream;
  });
}
