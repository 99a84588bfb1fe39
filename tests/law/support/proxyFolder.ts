/** A proxy's data folder with one item of every kind, and what a proxy on a copy of it must answer. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { SchemaAccess } from '@cloakroom/contract/accessLog.ts';
import {
  fileFingerprintHeader,
  Job,
  keepUntilSeenHeader,
  CompletedUpload,
} from '@cloakroom/contract/jobs.ts';
import { blocks, manifests, recordGroups, segments, uploads } from '@cloakroom/service/db/schema.ts';
import { emptyManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { actor, startProxy, type Actor } from '#tests/proxy/support/proxy.ts';
import { relay } from '#tests/proxy/support/relay.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const definition = {
  type: 'object' as const,
  properties: { number: { type: 'integer', minimum: 0, maximum: 1000 } },
  required: ['number'],
};
const numbers = [1, 2, 3];
const csv = `number\n${numbers.join('\n')}\n`;
const fingerprint = '7'.repeat(64);

/** The state of a proxy as its user sees it. */
export type Found = {
  search: string;
  finished: string;
  unfinished: string;
  remembered: string;
  keyring: string;
  /** The state of each schema's access log. */
  access: string;
};

/** The state if nothing is damaged. */
export const whole: Found = {
  search: '3 records',
  finished: 'complete, unseen',
  unfinished: 'complete, 3 records',
  remembered: '1 upload',
  keyring: 'open, same device',
  access: 'accepted, accepted',
};

/** Runs a service and a proxy, completes one upload and interrupts another one, and saves the proxy's folder. */
export async function proxyFolder() {
  const service = await startService({ listen: true });
  const connection = await relay(service.url);
  const proxy = await startProxy(connection.url);
  const owner = await person(service);
  const ada = actor(proxy, owner.headers);
  const firstSchema = await ada.schema(owner.organization.id, definition, 'Kept');
  const openSchema = await ada.schema(owner.organization.id, definition, 'Open');
  const headers = { [fileFingerprintHeader]: fingerprint, [keepUntilSeenHeader]: 'true' };
  const finished = (await ada.uploaded(firstSchema.id, csv, 'text/csv', { headers })).job_id;
  await ada.send('POST', '/api/identities/');
  const device = await deviceOf(ada);
  const lost = connection.loseAnswerTo('PUT /api/segments/');
  const unfinished = await ada.accepted(openSchema.id, csv, 'text/csv');
  await lost;
  await connection.cut();
  await proxy.app.close();

  return {
    folder: proxy.dataDir,
    service,
    owner,
    finished,
    unfinished,
    schema: firstSchema,
    /** Creates a copy to damage. */
    async copy(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'cloakroom-damaged-'));
      await cp(proxy.dataDir, folder, { recursive: true });
      return folder;
    },
    /** Removes all data of the unfinished job from the service. */
    async forget(): Promise<void> {
      const { database } = service;
      const rows = await database.select().from(segments).where(eq(segments.schema, openSchema.id));
      const ids = rows.map(({ segment }) => segment);
      const uploadIds = rows.map(({ upload }) => upload);
      if (ids.length === 0) return;
      await database.delete(blocks).where(inArray(blocks.segment, ids));
      await database.delete(recordGroups).where(inArray(recordGroups.upload, uploadIds));
      await database.delete(segments).where(eq(segments.schema, openSchema.id));
      await database.delete(uploads).where(eq(uploads.schema, openSchema.id));
      const empty = emptyManifest(openSchema.id);
      const row = { version: 0, body: JSON.stringify(empty), mac: '' };
      await database.update(manifests).set(row).where(eq(manifests.schema, openSchema.id));
    },
    /** Reads the state of a proxy on such a folder. */
    async inspect(calls: Actor): Promise<Found> {
      const end = await endState(calls, unfinished);
      return {
        search: await searchResult(calls, firstSchema.id),
        finished: await stateOf(calls, finished),
        unfinished: end.startsWith('complete') ? `${end}, ${await searchResult(calls, openSchema.id)}` : end,
        remembered: await rememberedUploads(calls, firstSchema.id),
        keyring: await keyringOf(calls, device),
        access: [await accessOf(calls, firstSchema.id), await accessOf(calls, openSchema.id)].join(', '),
      };
    },
    async close(): Promise<void> {
      await service.close();
      await rm(proxy.dataDir, { recursive: true, force: true });
    },
  };
}

const detailOf = async (answer: Response) =>
  `${answer.status} ${((await answer.json()) as { detail: string }).detail}`;

async function searchResult(calls: Actor, schema: string): Promise<string> {
  const answer = await calls.send('POST', '/api/records/search/', { schema });
  if (!answer.ok) return detailOf(answer);
  const sealed = z.array(z.unknown()).parse(await answer.json());
  const opened = await calls.decrypt(sealed);
  const found = opened.map(({ data }) => data.number).sort();
  return String(found) === String(numbers) ? `${found.length} records` : `other records: ${String(found)}`;
}

async function stateOf(calls: Actor, id: string): Promise<string> {
  const answer = await calls.send('GET', `/api/jobs/${id}/`);
  if (!answer.ok) return detailOf(answer);
  const { status, notice, error, unseen } = Job.parse(await answer.json());
  return [status, ...[notice, error].filter(Boolean), ...(unseen ? ['unseen'] : [])].join(', ');
}

/** Waits until a job has ended, or reports what it waits for. */
async function endState(calls: Actor, id: string): Promise<string> {
  for (;;) {
    const state = await stateOf(calls, id);
    if (state !== 'processing') return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function rememberedUploads(calls: Actor, schema: string): Promise<string> {
  const answer = await calls.send('GET', `/api/jobs/uploaded/?schema=${schema}&fingerprint=${fingerprint}`);
  if (!answer.ok) return detailOf(answer);
  return `${z.array(CompletedUpload).parse(await answer.json()).length} upload`;
}

async function accessOf(calls: Actor, schema: string): Promise<string> {
  const answer = await calls.send('GET', `/api/schemas/${schema}/access/`);
  return answer.ok ? SchemaAccess.parse(await answer.json()).state : detailOf(answer);
}

async function deviceOf(calls: Actor): Promise<string | null> {
  const answer = await calls.send('GET', '/api/keyring/');
  return ((await answer.json()) as { device_id?: string | null }).device_id ?? null;
}

async function keyringOf(calls: Actor, device: string | null): Promise<string> {
  const answer = await calls.send('GET', '/api/keyring/');
  if (!answer.ok) return detailOf(answer);
  const { state, device_id } = (await answer.json()) as { state: string; device_id: string | null };
  return `${state}, ${device_id === device ? 'same device' : 'another device'}`;
}
