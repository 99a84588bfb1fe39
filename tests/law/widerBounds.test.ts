/** A definition that became wider is exact at every proxy, and neither it nor its index is taken for the other one. */
import { describe, expect, test } from 'vitest';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { refusal } from '#tests/proxy/support/lying.ts';
import type { Actor } from '#tests/proxy/support/proxy.ts';
import { definition, rows, startDoses, wider } from './support/doses.ts';

const world = await startDoses();
const { ada, answers, firstSeen, forge, liar, patch } = world;

describe('a wider definition of a schema with records', () => {
  /** A schema with records that both proxies have seen, and its answers before the change. */
  async function seen() {
    const own = await world.schemaOf(definition);
    const fresh = await firstSeen();
    await ada.uploaded(own.id, JSON.stringify(rows), 'application/json');
    for (const by of [ada, fresh]) expect((await by.search({ schema: own.id })).total).toBe(2);
    const former = {
      schema: (await (await ada.send('GET', `/api/schemas/${own.id}/`)).json()) as Schema,
      manifest: (await (await ada.send('GET', `/api/manifests/${own.id}/`)).json()) as Manifest,
    };
    return { own, fresh, former };
  }
  const doseOf = async (by: Actor, id: string) => {
    const found = await by.search({ schema: id, filters: [{ label: 'dose', value: '15' }] });
    return (await by.decrypt(found.records)).map(({ data }) => data.name);
  };

  test('is exact at a proxy that saw the former definition', async () => {
    const { own, fresh } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    for (const by of [ada, fresh, await firstSeen()]) expect(await doseOf(by, own.id)).toEqual(['Bob']);
  });

  test('is refused by name if the service shows the former definition with the new list', async () => {
    const { own, fresh, former } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    await world.outdate(own.id);
    liar.lie(`GET /api/schemas/${own.id}/`, (shown: Schema) => ({
      ...shown,
      schema: former.schema.schema,
    }));
    for (const by of [ada, fresh, await firstSeen()]) {
      const detail = await refusal(await answers([{ label: 'dose', value: '15' }], by, own.id));
      expect(detail).toContain('was changed by an owner, and the service shows the former one');
    }
  });

  test('is refused by name if the service shows the new definition with the former list', async () => {
    const { own, fresh, former } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    await world.outdate(own.id);
    liar.lie(`GET /api/manifests/${own.id}/`, () => former.manifest);
    for (const by of [fresh, await firstSeen()]) {
      const detail = await refusal(await answers([{ label: 'dose', value: '15' }], by, own.id));
      expect(detail).toContain('is not what its owner signed');
    }
  });

  test('cannot be turned back with an earlier signature', async () => {
    const { own, fresh } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    const { definition: earlier } = await currentManifest(world.service.database, own.id);
    const { schema: shown } = (await (await ada.send('GET', `/api/schemas/${own.id}/`)).json()) as Schema;
    expect((await patch(own.id, wider(-6))).status).toBe(200);
    for (const by of [ada, fresh]) expect(await doseOf(by, own.id)).toEqual(['Bob']);
    await forge(own.id, () => ({ definition: earlier! }));
    await world.outdate(own.id);
    liar.lie(`GET /api/schemas/${own.id}/`, (now: Schema) => ({ ...now, schema: shown }));
    for (const by of [ada, fresh])
      expect(await refusal(await answers([], by, own.id))).toContain(
        'was changed back to one that an owner has replaced since',
      );
  });
});
