/** Slows down guessing: attempts are counted per key and quarter of an hour, in the database that all instances share. */
import { createHmac } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { senderOf } from '../addresses.ts';
import { attempts } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { plainEmail } from '../plainEmail.ts';

const periodMs = 15 * 60_000;

/** How many attempts a quarter of an hour allows. */
export const attemptLimits = {
  /** Guesses at one account from one address, or from one known device; mails and sign-ups for one account. */
  account: 10,
  /** Attempts from one address, whatever the account. */
  address: 100,
  /** Guesses at one account from all devices that it doesn't know. */
  unknownDevices: 100,
};

type Base = Pick<Deps, 'database' | 'config' | 'clock'>;
/** What is being tried: sign-ins, and calls that send mail or make accounts. */
type Purpose = 'sign-in' | 'register' | 'reset' | 'invite';
export type Attempt = {
  purpose: Purpose;
  /** An e-mail address, in any spelling. */
  account: string;
  /** The client's. */
  address: string;
};
/** `device`: the known device or the session that it comes from; null for any other. */
export type Guess = Attempt & { device: string | null };

type Count = { key: string; limit: number };
type Counted = { keys: string[]; period: number };

const periodOf = (clock: Base['clock']) => Math.floor(clock() / periodMs);

/** The keys that an attempt is counted under; e-mail addresses are hashed, so that the table names nobody. */
function keysOf({ SECRET }: Base['config'], { purpose, account, address }: Attempt) {
  const name = createHmac('sha256', SECRET)
    .update(`attempt\0${plainEmail(account)}`)
    .digest('base64url');
  const sender = senderOf(address);
  return {
    account: `${purpose}:${name}`,
    address: `${purpose}@${sender}`,
    both: `${purpose}:${name}@${sender}`,
    device: (device: string) => `${purpose}:${name}#${device}`,
  };
}

/**
 * Counts a call that sends mail or makes an account. A refused one counts for its account alone.
 * @throws {HttpProblem} 429 with Retry-After once the account or the address has used up its attempts.
 */
export async function countAttempt(base: Base, attempt: Attempt): Promise<void> {
  const keys = keysOf(base.config, attempt);
  await add(base, [{ key: keys.account, limit: attemptLimits.account }]);
  await add(base, [{ key: keys.address, limit: attemptLimits.address }]);
}

/**
 * Checks one guess. It is counted before it is checked, so that of any number of parallel guesses no more than the limit are
 * checked; a right one is taken back, and clears the failures before it.
 *
 * A known device has a limit of its own, which nobody else can use up. Others share those of their address, and a larger one
 * of the account; a guess that its address has no right to any more counts for neither.
 * @param check - null when the guess is wrong; a 401 counts as wrong too, and any other error as no guess.
 * @throws {HttpProblem} 429 with Retry-After once the limit is reached; what `check` throws.
 */
export async function guess<Result>(
  base: Base,
  attempt: Guess,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const keys = keysOf(base.config, attempt);
  const own = attempt.device === null ? keys.both : keys.device(attempt.device);
  const limited = await add(base, [{ key: own, limit: attemptLimits.account }]);
  const shared =
    attempt.device === null &&
    (await add(base, [
      { key: keys.account, limit: attemptLimits.unknownDevices },
      { key: keys.address, limit: attemptLimits.address },
    ]));
  let result: Result | null;
  try {
    result = await check();
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 401) throw error;
    await takeBack(base, limited);
    if (shared) await takeBack(base, shared);
    throw error;
  }
  if (result === null) return null;
  if (shared) await takeBack(base, shared);
  await base.database.delete(attempts).where(eq(attempts.key, own));
  return result;
}

/**
 * Adds one to each count in one statement, which also reads them.
 * @throws {HttpProblem} 429 when one of them is above its limit.
 */
async function add({ database, clock }: Base, counts: Count[]): Promise<Counted> {
  const period = periodOf(clock);
  // Always in the same order: two statements that lock the same rows the other way round would wait for each other.
  const keys = counts.map(({ key }) => key).sort();
  const rows = await database
    .insert(attempts)
    .values(keys.map((key) => ({ key, period, count: 1 })))
    .onConflictDoUpdate({
      target: [attempts.key, attempts.period],
      set: { count: sql`${attempts.count} + 1` },
    })
    .returning({ key: attempts.key, count: attempts.count });
  const above = counts.some(({ key, limit }) => rows.some((row) => row.key === key && row.count > limit));
  if (above) throw tooMany(clock);
  return { keys, period };
}

function tooMany(clock: Base['clock']): HttpProblem {
  const seconds = Math.ceil((periodMs - (clock() % periodMs)) / 1000);
  const minutes = Math.ceil(seconds / 60);
  return new HttpProblem(
    429,
    `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

async function takeBack({ database }: Base, { keys, period }: Counted): Promise<void> {
  for (const key of keys)
    await database
      .update(attempts)
      .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
      .where(and(eq(attempts.key, key), eq(attempts.period, period)));
}

/** Drop the counts of quarters gone by. */
export async function forgetAttempts({ database, clock }: Base): Promise<void> {
  await database.delete(attempts).where(lt(attempts.period, periodOf(clock)));
}
