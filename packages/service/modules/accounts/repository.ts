/** Accounts as stored: made, opened, given another password. */
import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { plainEmail } from '../../plainEmail.ts';
import type { Person } from '../../plugins/access.ts';

/** The account with this address, or undefined. */
export async function accountByEmail(queries: Queries, email: string): Promise<Person | undefined> {
  return (
    await queries
      .select()
      .from(users)
      .where(eq(users.email, plainEmail(email)))
  )[0];
}

/** The account with this id, or undefined. */
export async function accountById(queries: Queries, id: string): Promise<Person | undefined> {
  return (await queries.select().from(users).where(eq(users.id, id)))[0];
}

/** Make an account, inactive unless said otherwise; undefined when the address already has one. */
export async function makeAccount(
  queries: Queries,
  account: { email: string; passwordHash: string | null } & Partial<
    Pick<Person, 'firstName' | 'lastName' | 'isActive' | 'googleSubject'>
  >,
): Promise<Person | undefined> {
  const row = { ...account, id: newId(), email: plainEmail(account.email) };
  return (await queries.insert(users).values(row).onConflictDoNothing().returning())[0];
}

/**
 * Change an account only if it still is as the caller saw it: of two uses of one link, one wins.
 * @returns whether it was.
 */
export async function changeAccount(
  queries: Queries,
  seen: Person,
  changes: Partial<Pick<Person, 'passwordHash' | 'isActive' | 'firstName' | 'lastName'>>,
): Promise<boolean> {
  const same = and(
    eq(users.id, seen.id),
    eq(users.isActive, seen.isActive),
    sql`${users.passwordHash} is not distinct from ${seen.passwordHash}`,
  );
  return (await queries.update(users).set(changes).where(same).returning({ id: users.id })).length === 1;
}
