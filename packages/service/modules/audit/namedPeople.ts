/** The people whose ids the audit log’s entries name in `changes`. */
import { inArray } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';

type Changes = Record<string, unknown>;

/** The members of `changes` that hold ids of people. Only the service writes them: other members may hold what a caller named. */
const personMembers = ['added', 'removed', 'user'];

const personIds = (changes: Changes): string[] =>
  personMembers
    .flatMap((member) => changes[member] ?? [])
    .filter((id): id is string => typeof id === 'string');

/**
 * Finds the people that the changes of some entries name.
 * @returns the e-mail addresses of those that one entry’s changes name, by their ids.
 */
export async function findNamedPeople(
  database: Queries,
  all: readonly Changes[],
): Promise<(changes: Changes) => Record<string, string>> {
  const ids = [...new Set(all.flatMap(personIds))];
  const rows =
    ids.length === 0
      ? []
      : await database.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids));
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  return (changes) =>
    Object.fromEntries(
      personIds(changes).flatMap((id) => {
        const email = emails.get(id);
        return email === undefined ? [] : [[id, email]];
      }),
    );
}
