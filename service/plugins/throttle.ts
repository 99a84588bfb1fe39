/** Slows down guessing: attempts are counted per key and quarter of an hour, in the database that all instances share. */
import { createHmac } from 'node:crypto';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { HttpProblem } from '#host/problem.ts';
import { attempts } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

const periodMs = 15 * 60_000;
export const attemptLimits = { account: 10, address: 100 };

type Base = Pick<Deps, 'database' | 'config' | 'clock'>;
/** What is being tried: failed sign-ins count, and calls that send mail or make accounts. */
export type Attempt = {
  purpose: 'sign-in' | 'register' | 'reset' | 'invite';
  account: string;
  address: string;
};

const periodOf = (clock: Base['clock']) => Math.floor(clock() / periodMs);

/** The two keys of an attempt; e-mail addresses are hashed, so that the table names nobody. */
const keysOf = ({ secret }: Base['config'], { purpose, account, address }: Attempt) => ({
  account: `${purpose}:${createHmac('sha256', secret).update(`attempt\0${account.toLowerCase()}`).digest('base64url')}`,
  address: `${purpose}@${address}`,
});

/** @throws {HttpProblem} 429 with Retry-After once an account or an address has used up its attempts. */
export async function refuseTooMany({ database, config, clock }: Base, attempt: Attempt): Promise<void> {
  const keys = keysOf(config, attempt);
  const rows = await database
    .select()
    .from(attempts)
    .where(and(inArray(attempts.key, [keys.account, keys.address]), eq(attempts.period, periodOf(clock))));
  const used = (key: string) => rows.find((row) => row.key === key)?.count ?? 0;
  if (used(keys.account) < attemptLimits.account && used(keys.address) < attemptLimits.address) return;
  const seconds = Math.ceil((periodMs - (clock() % periodMs)) / 1000);
  const minutes = Math.ceil(seconds / 60);
  throw new HttpProblem(
    429,
    `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}

/** Count an attempt. */
export async function countAttempt({ database, config, clock }: Base, attempt: Attempt): Promise<void> {
  const { account, address } = keysOf(config, attempt);
  const period = periodOf(clock);
  await database
    .insert(attempts)
    .values([account, address].map((key) => ({ key, period, count: 1 })))
    .onConflictDoUpdate({
      target: [attempts.key, attempts.period],
      set: { count: sql`${attempts.count} + 1` },
    });
}

/** Forget an account's failures: its owner has shown who they are. */
export async function forgive({ database, config }: Base, attempt: Attempt): Promise<void> {
  await database.delete(attempts).where(eq(attempts.key, keysOf(config, attempt).account));
}

/** Drop the counts of quarters gone by. */
export async function forgetAttempts({ database, clock }: Base): Promise<void> {
  await database.delete(attempts).where(lt(attempts.period, periodOf(clock)));
}
