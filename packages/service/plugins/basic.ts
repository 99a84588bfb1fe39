/** HTTP Basic: scripts send it on hundreds of parallel calls, so a verified password is cached for a minute. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { senderOf } from '../addresses.ts';
import type { Deps } from '../deps.ts';
import { personWithPassword } from '../modules/accounts/signIn.ts';
import { normalizeEmail } from '../normalizeEmail.ts';
import { personWithId, type SignedInUser } from './access.ts';

const verifiedTtlMs = 60_000;
const refusalTtlMs = 15 * 60_000;
const maxEntries = 10_000;
/** After so many throttled attempts from one address the cache isn't used for the account: a hit would reveal a correct guess. */
const maxRefusals = 100;

/**
 * Creates a reader of `Authorization: Basic` credentials. A verified credential is cached for a minute after its last use, for the
 * address that sent it, as a keyed hash under a key of this process; cached credentials don't count as attempts. A change of the
 * password or of the account invalidates the entry at once, because the person's row is read on each call.
 */
export function createBasic(
  deps: Deps,
): (request: FastifyRequest, credential: string) => Promise<SignedInUser | null> {
  const { database, clock } = deps;
  const key = randomBytes(32);
  const expiry = { max: maxEntries, perf: { now: clock }, ttlResolution: 0 };
  const verified = new LRUCache<string, Promise<SignedInUser | null>>({
    ...expiry,
    ttl: verifiedTtlMs,
    updateAgeOnGet: true,
  });
  const refusals = new LRUCache<string, number>({ ...expiry, ttl: refusalTtlMs });
  const hashOf = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\0')).digest('base64');

  const countRefusal = (sender: string) => {
    // The limit applies to the time since the first refusal, so a further one doesn't renew the entry.
    refusals.set(sender, (refusals.get(sender) ?? 0) + 1, { noUpdateTTL: true });
  };

  /** Validates a cached check: the person, null if it had failed, undefined if the account has changed since. */
  const revalidate = async (
    cached: Promise<SignedInUser | null>,
  ): Promise<SignedInUser | null | undefined> => {
    const verifiedPerson = await cached;
    if (!verifiedPerson) return null;
    const current = await personWithId(database, verifiedPerson.id);
    return current?.isActive && current.passwordHash === verifiedPerson.passwordHash ? current : undefined;
  };

  return async (request, credential) => {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    const colon = Math.max(0, text.indexOf(':'));
    const [email, password] = [text.slice(0, colon), text.slice(text.indexOf(':') + 1)];
    const address = senderOf(request.client.address);
    const sender = hashOf(address, normalizeEmail(email));
    const id = hashOf(address, credential);
    const cached = (refusals.get(sender) ?? 0) < maxRefusals ? verified.get(id) : undefined;
    const revalidated = cached && (await revalidate(cached));
    if (revalidated !== undefined) return revalidated;
    // Cached as a promise: parallel calls await the same check.
    const person = personWithPassword(deps, request, email, password);
    verified.set(id, person);
    const evict = () => verified.peek(id) === person && verified.delete(id);
    // Only success stays cached.
    void person.then(
      (found) => found ?? evict(),
      (error: unknown) => {
        evict();
        if (error instanceof HttpProblem && error.status === 429) countRefusal(sender);
      },
    );
    return person;
  };
}
