/** Somebody who can write into the service's database, and puts everything back. */
import { sql } from 'drizzle-orm';
import { neighbourhood, rows } from '#tests/proxy/sharing/support.ts';
import type { TestService } from '#tests/service/support/service.ts';

type Table = 'identities' | 'requests' | 'materials' | 'schemas';

export function thiefOf({ database }: Pick<TestService, 'database'>) {
  const undo: (() => Promise<unknown>)[] = [];
  const row = async (table: Table, id: string) => {
    const found = await database.execute(sql`select * from ${sql.identifier(table)} where id = ${id}`);
    return found.rows[0]!;
  };
  const write = (table: Table, id: string, column: string, value: unknown) =>
    database.execute(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${isJson(value) ? JSON.stringify(value) : value} where id = ${id}`,
    );
  return {
    row,
    /** Change one value. */
    async change(table: Table, id: string, column: string, value: unknown) {
      const before = (await row(table, id))[column];
      undo.push(() => write(table, id, column, before));
      await write(table, id, column, value);
    },
    /** Change one text into what is made of it. */
    async bend(table: Table, id: string, column: string, bent: (text: string) => string) {
      await this.change(table, id, column, bent(String((await row(table, id))[column])));
    },
    /** Put everything back. */
    async repent() {
      for (const step of undo.splice(0).reverse()) await step();
    },
    count: async (table: Table) => database.$count(sql`${sql.identifier(table)}`),
  };
}

/** A neighbourhood with a thief: Ada has an identity, a schema with records, and one without any. */
export async function robbed() {
  const world = await neighbourhood();
  const { ada } = world;
  await ada.identity();
  const [schema, other] = [await ada.people(), await ada.people('Others')];
  await ada.uploaded(schema.id, rows, 'text/csv');
  return { ...world, schema, other, thief: thiefOf(world.service) };
}

const isJson = (value: unknown) => typeof value === 'object' && value !== null && !(value instanceof Date);

/** Another character in one place of a text; the alphabet stays. */
export const flippedAt = (at: number) => (text: string) => {
  const place = at < 0 ? text.length + at : at;
  return text.slice(0, place) + (text[place] === '0' ? '1' : '0') + text.slice(place + 1);
};
