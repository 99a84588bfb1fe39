/** After bounds were widened, every proxy finds all records, and rejects the old definition with the new manifest and vice versa. */
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
  /** Creates a schema with records that both proxies have read, and keeps its answers before the change. */
  async function schemaKnownToBoth() {
    const schema = await world.schemaOf(definition);
    const otherProxy = await firstSeen();
    await ada.uploaded(schema.id, JSON.stringify(rows), 'application/json');
    for (const by of [ada, otherProxy]) expect((await by.search({ schema: schema.id })).total).toBe(2);
    const previous = {
      schema: (await (await ada.send('GET', `/api/schemas/${schema.id}/`)).json()) as Schema,
      manifest: (await (await ada.send('GET', `/api/manifests/${schema.id}/`)).json()) as Manifest,
    };
    return { schema, otherProxy, previous };
  }
  const doseOf = async (by: Actor, id: string) => {
    const found = await by.search({ schema: id, filters: [{ label: 'dose', value: '15' }] });
    return (await by.decrypt(found.records)).map(({ data }) => data.name);
  };

  test('is exact at a proxy that has read the previous definition', async () => {
    const { schema, otherProxy } = await schemaKnownToBoth();
    expect((await patch(schema.id, wider(-5))).status).toBe(200);
    for (const by of [ada, otherProxy, await firstSeen()])
      expect(await doseOf(by, schema.id)).toEqual(['Bob']);
  });

  test('is rejected with its reason if the service shows the previous definition with the new manifest', async () => {
    const { schema, otherProxy, previous } = await schemaKnownToBoth();
    expect((await patch(schema.id, wider(-5))).status).toBe(200);
    await world.outdate(schema.id);
    liar.lie(`GET /api/schemas/${schema.id}/`, (shown: Schema) => ({
      ...shown,
      schema: previous.schema.schema,
    }));
    for (const by of [ada, otherProxy, await firstSeen()]) {
      const detail = await refusal(await answers([{ label: 'dose', value: '15' }], by, schema.id));
      expect(detail).toContain('was changed by an owner, and the service shows the former one');
    }
  });

  test('is rejected with its reason if the service shows the new definition with the previous manifest', async () => {
    const { schema, otherProxy, previous } = await schemaKnownToBoth();
    expect((await patch(schema.id, wider(-5))).status).toBe(200);
    await world.outdate(schema.id);
    liar.lie(`GET /api/manifests/${schema.id}/`, () => previous.manifest);
    for (const by of [otherProxy, await firstSeen()]) {
      const detail = await refusal(await answers([{ label: 'dose', value: '15' }], by, schema.id));
      expect(detail).toContain('is not what its owner signed');
    }
  });

  test('cannot be reverted with an earlier signature', async () => {
    const { schema, otherProxy } = await schemaKnownToBoth();
    expect((await patch(schema.id, wider(-5))).status).toBe(200);
    const { definition: earlier } = await currentManifest(world.service.database, schema.id);
    const { schema: shown } = (await (await ada.send('GET', `/api/schemas/${schema.id}/`)).json()) as Schema;
    expect((await patch(schema.id, wider(-6))).status).toBe(200);
    for (const by of [ada, otherProxy]) expect(await doseOf(by, schema.id)).toEqual(['Bob']);
    await forge(schema.id, () => ({ definition: earlier! }));
    await world.outdate(schema.id);
    liar.lie(`GET /api/schemas/${schema.id}/`, (now: Schema) => ({ ...now, schema: shown }));
    for (const by of [ada, otherProxy])
      expect(await refusal(await answers([], by, schema.id))).toContain(
        'was changed back to one that an owner has replaced since',
      );
  });
});
