/** Accounts in the database. */
import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { normalizeEmail } from '../../normalizeEmail.ts';
import type { SignedInUser } from '../../plugins/access.ts';

/**
 * The account of the person with this address, or undefined. A service account has none: it neither signs in nor receives
 * mail.
 */
export async function accountByEmail(queries: Queries, email: string): Promise<SignedInUser | undefined> {
  return (
    await queries
      .select()
      .from(users)
      .where(and(eq(users.email, normalizeEmail(email)), eq(users.isServiceAccount, false)))
  )[0];
}

/** The account with this id, or undefined. */
export async function accountById(queries: Queries, id: string): Promise<SignedInUser | undefined> {
  return (await queries.select().from(users).where(eq(users.id, id)))[0];
}

/** Creates an account, inactive by default; undefined if the address already has one. */
export async function insertAccount(
  queries: Queries,
  account: { email: string; passwordHash: string | null } & Partial<
    Pick<SignedInUser, 'firstName' | 'lastName' | 'isActive' | 'googleSubject'>
  >,
): Promise<SignedInUser | undefined> {
  const row = { ...account, id: newId(), email: normalizeEmail(account.email) };
  return (await queries.insert(users).values(row).onConflictDoNothing().returning())[0];
}

/**
 * Changes an account if it is still as the caller read it: of two concurrent uses of a link, one succeeds.
 * @returns whether it was changed.
 */
export async function changeAccount(
  queries: Queries,
  before: SignedInUser,
  changes: Partial<Pick<SignedInUser, 'passwordHash' | 'isActive' | 'firstName' | 'lastName'>>,
): Promise<boolean> {
  const unchanged = and(
    eq(users.id, before.id),
    eq(users.isActive, before.isActive),
    sql`${users.passwordHash} is not distinct from ${before.passwordHash}`,
  );
  return (await queries.update(users).set(changes).where(unchanged).returning({ id: users.id })).length === 1;
}
