/** Changes values in the service's database, and undoes all changes. */
import { sql } from 'drizzle-orm';
import { startOrganization, rows } from '#tests/proxy/sharing/support.ts';
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
    /** Changes one value. */
    async change(table: Table, id: string, column: string, value: unknown) {
      const before = (await row(table, id))[column];
      undo.push(() => write(table, id, column, before));
      await write(table, id, column, value);
    },
    /** Replaces one string with the result of a function. */
    async transform(table: Table, id: string, column: string, transform: (text: string) => string) {
      await this.change(table, id, column, transform(String((await row(table, id))[column])));
    },
    /** Undoes all changes. */
    async undoAll() {
      for (const step of undo.splice(0).reverse()) await step();
    },
    count: async (table: Table) => database.$count(sql`${sql.identifier(table)}`),
  };
}

/** Starts an organization with access to its database: Ada has an identity, a schema with records, and one without. */
export async function startTampering() {
  const world = await startOrganization();
  const { ada } = world;
  await ada.identity();
  const [schema, other] = [await ada.people(), await ada.people('Others')];
  await ada.uploaded(schema.id, rows, 'text/csv');
  return { ...world, schema, other, thief: thiefOf(world.service) };
}

const isJson = (value: unknown) => typeof value === 'object' && value !== null && !(value instanceof Date);

/** Returns a function that changes one character of a string. @param at - its index; a negative one counts from the end. */
export const flippedAt = (at: number) => (text: string) => {
  const index = at < 0 ? text.length + at : at;
  return text.slice(0, index) + (text[index] === '0' ? '1' : '0') + text.slice(index + 1);
};
