/** Ada with a schema of people, whose records are changed. */
import { expect } from 'vitest';
import { SealedRecord } from '@cloakroom/contract/records.ts';
import { startProxyStack } from './proxyStack.ts';
import type { Actor } from './proxy.ts';

export const definition = {
  type: 'object' as const,
  properties: {
    age: { type: 'integer' as const, minimum: 0, maximum: 150 },
    name: { type: 'string' as const },
    weight: { type: 'number' as const, minimum: 0, maximum: 500, precision: 2 },
  },
  required: ['name'],
};
export type Row = { age?: number; name: string; weight?: number };

/** The sealed record of an answer. @throws for a refusal. */
export async function recordIn(answer: Response): Promise<SealedRecord> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return SealedRecord.parse(await answer.json());
}

/** Starts Ada's world, and makes calls about its records. */
export async function startPeople() {
  const world = await startProxyStack();
  const { ada } = world;
  const all = async (schema: string, who: Actor = ada) => (await who.search({ schema, limit: 1000 })).records;
  const change =
    (method: 'PUT' | 'PATCH') =>
    (id: string, data: object | string, headers: Record<string, string> = {}, who = ada) =>
      who.send(method, `/api/records/${id}/`, typeof data === 'string' ? data : { data }, headers);
  return {
    ...world,
    schemaOfPeople: () => world.schemaOf(definition),
    add: async (schema: string, rows: readonly Row[]) => {
      const job = await ada.uploaded(schema, JSON.stringify(rows), 'application/json');
      expect(job.status).toBe('complete');
    },
    /** The sealed records in upload order. */
    all,
    /** The values of all records by id. */
    rowsOf: async (schema: string, who: Actor = ada) =>
      new Map((await who.decrypt(await all(schema, who))).map(({ id, data }) => [id, data])),
    put: change('PUT'),
    patch: change('PATCH'),
  };
}
