/** Changed records equal plain rows, whatever is searched, deleted and compacted. */
import { afterAll, expect, test } from 'vitest';
import { recordVersions } from '@cloakroom/service/db/schema.ts';
import { actor, startBeside, type Actor } from '../support/proxy.ts';
import { recordIn, startPeople, type Row } from '../support/recordChanges.ts';

const world = await startPeople();
const { ada, service, proxy, owner, add, all, rowsOf, put, patch } = world;
afterAll(() => world.close());

/** Picks whole numbers below a limit: the same ones from one seed. */
function pickFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

test('random changes, deletions and uploads give what plain rows give, also after compaction and at another proxy', async () => {
  const { id: schema } = await world.schemaOfPeople();
  const pick = pickFrom(20_261_126);
  const newRow = (): Row => ({
    name: `P${pick(12)}`,
    ...(pick(4) > 0 && { age: pick(150) }),
    ...(pick(3) > 0 && { weight: pick(50_000) / 100 }),
  });
  const plain = new Map<string, Row>();
  const upload = async (count: number) => {
    const rows = Array.from({ length: count }, newRow);
    const known = new Set((await all(schema)).map(({ id }) => id));
    await add(schema, rows);
    const fresh = (await all(schema)).filter(({ id }) => !known.has(id));
    fresh.forEach(({ id }, at) => plain.set(id, rows[at]!));
  };
  const compare = async (who: Actor) => {
    expect(await rowsOf(schema, who)).toEqual(plain);
    for (const [label, low] of [
      ['age', 40],
      ['weight', 250],
    ] as const) {
      const match = [...plain].filter(([, row]) => (row[label] ?? -1) >= low).map(([id]) => id);
      const found = await who.search({ schema, limit: 1000, filters: [{ label, value: `>=${low}` }] });
      expect(new Set(found.records.map(({ id }) => id))).toEqual(new Set(match));
      expect(found.total).toBe(match.length);
    }
    const sum = await who.send('POST', '/api/records/search/', {
      schema,
      filters: [{ label: 'age', value: 'sum(>=0)' }],
    });
    const expected = [...plain.values()].reduce((total, { age = 0 }) => total + age, 0);
    expect(((await sum.json()) as { data: { value: number } }[])[0]!.data.value).toBe(expected);
  };

  await upload(70);
  for (let round = 0; round < 40; round++) {
    const ids = [...plain.keys()];
    const id = ids[pick(ids.length)]!;
    const kind = pick(10);
    if (kind < 4) {
      const row = newRow();
      await recordIn(await put(id, row));
      plain.set(id, row);
    } else if (kind < 8) {
      const { age = null, weight = null } = newRow();
      await recordIn(await patch(id, { age, weight }));
      plain.set(id, {
        name: plain.get(id)!.name,
        ...(age !== null && { age }),
        ...(weight !== null && { weight }),
      });
    } else if (kind < 9) {
      expect((await ada.send('DELETE', `/api/records/${id}/`)).status).toBe(204);
      plain.delete(id);
    } else await upload(pick(5) + 1);
    if (round % 8 === 7) await compare(ada);
  }
  const stored = await service.database.select().from(recordVersions);
  expect(stored.length).toBeGreaterThan(10);
  const other = await startBeside(service.url, proxy);
  try {
    await compare(actor(other, owner.headers));
  } finally {
    await other.close();
  }
}, 120_000);
