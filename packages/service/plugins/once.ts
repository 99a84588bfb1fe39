/** Carries out a repeatable call once, however often it is sent under one key. */
import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { repeatHeader, repeatKey } from '@cloakroom/contract/repeat.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../db/client.ts';
import { repeats } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { userOf } from './access.ts';

/** How long an answer can be asked for again, in milliseconds. */
const repeatLife = 24 * 3_600_000;

type Base = Pick<Deps, 'database' | 'clock'>;
type Claim = Pick<typeof repeats.$inferSelect, 'user' | 'key' | 'method' | 'path' | 'digest'>;

/**
 * Do a call's work in one transaction, and with it keep what is answered: both are stored or neither is, wherever the service
 * is killed. A repeat that arrives meanwhile waits at the key's row until the first one is through or has failed.
 * @param work - returns what is answered and may be kept: JSON, and nothing that opens an account.
 * @returns that, or what was answered the first time.
 * @throws {HttpProblem} 400 for a key of the wrong shape, 422 when it has served another request; else what the work throws.
 */
export function once<Answer>(
  { database, clock }: Base,
  request: FastifyRequest,
  work: (transaction: Queries) => Promise<Answer>,
): Promise<Answer> {
  const claim = claimOf(request);
  if (!claim) return database.transaction(work);
  return database.transaction(async (transaction) => {
    const row = { ...claim, created: new Date(clock()) };
    const claimed = await transaction.insert(repeats).values(row).onConflictDoNothing().returning();
    if (claimed.length === 0) return answered<Answer>(transaction, claim);
    const answer = await work(transaction);
    const kept = answer === undefined ? null : JSON.stringify(answer);
    await transaction.update(repeats).set({ answer: kept }).where(sameKey(claim));
    return answer;
  });
}

/** Drop the answers that are too old to be asked for. */
export async function forgetRepeats({ database, clock }: Base): Promise<void> {
  await database.delete(repeats).where(lt(repeats.created, new Date(clock() - repeatLife)));
}

const sameKey = ({ user, key }: Claim) => and(eq(repeats.user, user), eq(repeats.key, key));

/** Null for a request that carries no key. */
function claimOf(request: FastifyRequest): Claim | null {
  const header = request.headers[repeatHeader.toLowerCase()];
  if (header === undefined) return null;
  const key = String(header);
  if (!repeatKey.test(key))
    throw new HttpProblem(400, `${repeatHeader} has 8 to 128 characters, without spaces.`);
  const { method, url: path, body } = request;
  const digest = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');
  return { user: userOf(request).id, key, method, path, digest };
}

async function answered<Answer>(queries: Queries, claim: Claim): Promise<Answer> {
  const [first] = await queries.select().from(repeats).where(sameKey(claim));
  const same = first?.method === claim.method && first.path === claim.path && first.digest === claim.digest;
  if (!same)
    throw new HttpProblem(
      422,
      `This ${repeatHeader} has already served another request, which was carried out. Look at what it has made before you try again.`,
    );
  return (first.answer === null ? undefined : JSON.parse(first.answer)) as Answer;
}
