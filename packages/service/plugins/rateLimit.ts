/** Throttles attempts: they are counted per key and period of 15 minutes, in the database that all instances share. */
import { createHmac } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { senderOf } from '../addresses.ts';
import { attempts } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { normalizeEmail } from '../normalizeEmail.ts';

const periodMs = 15 * 60_000;

/** The maximum of attempts per period. */
export const attemptLimits = {
  /** Guesses at one account from one address, or from one known browser; mails and sign-ups for one account. */
  account: 10,
  /** Attempts from one address, whatever the account. */
  address: 100,
  /** Guesses at one account from all unknown browsers together. */
  unknownBrowsers: 100,
};

type ThrottleDeps = Pick<Deps, 'database' | 'config' | 'clock'>;
/** Sign-ins, and calls that send mail or create accounts. */
type AttemptPurpose = 'sign-in' | 'register' | 'reset' | 'invite';
export type Attempt = {
  purpose: AttemptPurpose;
  /** An e-mail address, in any spelling. */
  account: string;
  /** The client's IP address. */
  address: string;
};
/** `device`: the known browser or the session that the guess comes from; null for any other. */
export type Guess = Attempt & { device: string | null };

type LimitedKey = { key: string; limit: number };
type CountedKeys = { keys: string[]; period: number };

const periodOf = (clock: ThrottleDeps['clock']) => Math.floor(clock() / periodMs);

/** The keys under which an attempt is counted; e-mail addresses are hashed, so that the table holds no personal data. */
function keysOf({ SECRET }: ThrottleDeps['config'], { purpose, account, address }: Attempt) {
  const name = createHmac('sha256', SECRET)
    .update(`attempt\0${normalizeEmail(account)}`)
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
 * Counts a call that sends mail or creates an account. A call refused for its account is not counted for its address.
 * @throws {HttpProblem} 429 with Retry-After once the account or the address has reached its limit.
 */
export async function countAttempt(deps: ThrottleDeps, attempt: Attempt): Promise<void> {
  const keys = keysOf(deps.config, attempt);
  await incrementCounts(deps, [{ key: keys.account, limit: attemptLimits.account }]);
  await incrementCounts(deps, [{ key: keys.address, limit: attemptLimits.address }]);
}

/**
 * Checks one guess. It is counted before the check, so that parallel guesses can't exceed the limit; a correct one is
 * uncounted and clears the failures before it.
 *
 * A known browser has its own limit, which others can't use up. Unknown browsers share the limit of their address and a
 * larger one of the account; a guess that is refused for its address and account is not counted for these two.
 * @param check - resolves to null if the guess is wrong; a 401 counts as wrong too, any other error does not count as a guess.
 * @throws {HttpProblem} 429 with Retry-After once a limit is reached; errors of `check`.
 */
export async function limitGuesses<Result>(
  deps: ThrottleDeps,
  attempt: Guess,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const keys = keysOf(deps.config, attempt);
  const own = attempt.device === null ? keys.both : keys.device(attempt.device);
  const limited = await incrementCounts(deps, [{ key: own, limit: attemptLimits.account }]);
  const shared =
    attempt.device === null &&
    (await incrementCounts(deps, [
      { key: keys.account, limit: attemptLimits.unknownBrowsers },
      { key: keys.address, limit: attemptLimits.address },
    ]));
  let result: Result | null;
  try {
    result = await check();
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 401) throw error;
    await decrementCounts(deps, limited);
    if (shared) await decrementCounts(deps, shared);
    throw error;
  }
  if (result === null) return null;
  if (shared) await decrementCounts(deps, shared);
  await deps.database.delete(attempts).where(eq(attempts.key, own));
  return result;
}

/**
 * Increments all counts in one statement, which also returns them.
 * @throws {HttpProblem} 429 if one exceeds its limit.
 */
async function incrementCounts(
  { database, clock }: ThrottleDeps,
  limitedKeys: LimitedKey[],
): Promise<CountedKeys> {
  const period = periodOf(clock);
  // Sorted: two statements that lock the same rows in different orders would deadlock.
  const keys = limitedKeys.map(({ key }) => key).sort();
  const rows = await database
    .insert(attempts)
    .values(keys.map((key) => ({ key, period, count: 1 })))
    .onConflictDoUpdate({
      target: [attempts.key, attempts.period],
      set: { count: sql`${attempts.count} + 1` },
    })
    .returning({ key: attempts.key, count: attempts.count });
  const above = limitedKeys.some(({ key, limit }) =>
    rows.some((row) => row.key === key && row.count > limit),
  );
  if (above) throw tooMany(clock);
  return { keys, period };
}

function tooMany(clock: ThrottleDeps['clock']): HttpProblem {
  const seconds = Math.ceil((periodMs - (clock() % periodMs)) / 1000);
  const minutes = Math.ceil(seconds / 60);
  return new HttpProblem(
    429,
    `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

async function decrementCounts({ database }: ThrottleDeps, { keys, period }: CountedKeys): Promise<void> {
  for (const key of keys)
    await database
      .update(attempts)
      .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
      .where(and(eq(attempts.key, key), eq(attempts.period, period)));
}

/** Deletes the counts of past periods. */
export async function deleteOldAttempts({ database, clock }: ThrottleDeps): Promise<void> {
  await database.delete(attempts).where(lt(attempts.period, periodOf(clock)));
}
