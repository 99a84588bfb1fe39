/** Idempotency keys: a repeatable call is executed once, however often it is sent with the same key. */
import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@cloakroom/contract/idempotency.ts';
import { badRequest, unprocessable } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../db/client.ts';
import { repeats } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { userOf } from './access.ts';

/** How long an answer is stored. */
const answerLifetimeMs = 24 * 3_600_000;

type IdempotencyDeps = Pick<Deps, 'database' | 'clock'>;
type KeyClaim = Pick<typeof repeats.$inferSelect, 'user' | 'key' | 'method' | 'path' | 'digest'>;

/**
 * Runs a call's work and stores its answer in one transaction: both are committed or neither. A repeat that arrives
 * meanwhile waits for the lock on the key's row.
 * @param work - returns the answer as JSON; it must not contain secrets, since it is stored.
 * @returns the answer, or the stored answer of the first call.
 * @throws {HttpProblem} 400 for a malformed key, 422 if it was used for another request; errors of the work.
 */
export function idempotent<Answer>(
  { database, clock }: IdempotencyDeps,
  request: FastifyRequest,
  work: (transaction: Queries) => Promise<Answer>,
): Promise<Answer> {
  const claim = claimOf(request);
  if (!claim) return database.transaction(work);
  return database.transaction(async (transaction) => {
    const row = { ...claim, created: new Date(clock()) };
    const claimed = await transaction.insert(repeats).values(row).onConflictDoNothing().returning();
    if (claimed.length === 0) return storedAnswer<Answer>(transaction, claim);
    const answer = await work(transaction);
    const stored = answer === undefined ? null : JSON.stringify(answer);
    await transaction.update(repeats).set({ answer: stored }).where(sameKey(claim));
    return answer;
  });
}

/** Deletes expired answers. */
export async function deleteExpiredAnswers({ database, clock }: IdempotencyDeps): Promise<void> {
  await database.delete(repeats).where(lt(repeats.created, new Date(clock() - answerLifetimeMs)));
}

const sameKey = ({ user, key }: KeyClaim) => and(eq(repeats.user, user), eq(repeats.key, key));

/** Null for a request without a key. */
function claimOf(request: FastifyRequest): KeyClaim | null {
  const header = request.headers[idempotencyKeyHeader.toLowerCase()];
  if (header === undefined) return null;
  const key = String(header);
  if (!idempotencyKeyPattern.test(key))
    throw badRequest(`${idempotencyKeyHeader} has 8 to 128 characters, without spaces.`);
  const { method, url: path, body } = request;
  const digest = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');
  return { user: userOf(request).id, key, method, path, digest };
}

async function storedAnswer<Answer>(queries: Queries, claim: KeyClaim): Promise<Answer> {
  const [first] = await queries.select().from(repeats).where(sameKey(claim));
  const isSame = first?.method === claim.method && first.path === claim.path && first.digest === claim.digest;
  if (!isSame)
    throw unprocessable(
      `This ${idempotencyKeyHeader} has already served another request, which was carried out. Look at its result before you try again.`,
    );
  return (first.answer === null ? undefined : JSON.parse(first.answer)) as Answer;
}
