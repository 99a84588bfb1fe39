/** HTTP Basic: scripts send it on hundreds of parallel calls, so a password once found right is remembered for a minute. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { senderOf } from '../addresses.ts';
import type { Deps } from '../deps.ts';
import { personWithPassword } from '../modules/accounts/signIn.ts';
import { plainEmail } from '../plainEmail.ts';
import { personWithId, type Person } from './access.ts';

const memoryMs = 60_000;
const refusalMs = 15 * 60_000;
const maxEntries = 10_000;
/** How many refused guesses from one address end what is remembered of an account there: a right guess would show otherwise. */
const maxRefusals = 100;

type Remembered = { until: number; person: Promise<Person | null> };
type Refusals = { until: number; count: number };

/**
 * A reader of `Authorization: Basic` credentials. It remembers right ones for a minute after they were last sent, for the
 * address that sent them, as a keyed hash under a key of this process; what is remembered is not counted as a guess. A change
 * of the password or of the account ends it at once, because the person's row is read on each call.
 */
export function createBasic(
  deps: Deps,
): (request: FastifyRequest, credential: string) => Promise<Person | null> {
  const { database, clock } = deps;
  const key = randomBytes(32);
  const memory = new Map<string, Remembered>();
  const refusals = new Map<string, Refusals>();
  const hashOf = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\0')).digest('base64');

  const refusalsOf = (sender: string): Refusals => {
    const present = refusals.get(sender);
    return present && present.until > clock() ? present : { until: clock() + refusalMs, count: 0 };
  };
  const countRefusal = (sender: string) => {
    const { until, count } = refusalsOf(sender);
    if (refusals.size >= maxEntries) refusals.clear();
    refusals.set(sender, { until, count: count + 1 });
  };

  /** What an earlier check of the same credentials found; undefined when the account has changed since. */
  const recall = async (known: Remembered): Promise<Person | null | undefined> => {
    const then = await known.person;
    if (!then) return null;
    const now = await personWithId(database, then.id);
    if (!now?.isActive || now.passwordHash !== then.passwordHash) return undefined;
    known.until = clock() + memoryMs;
    return now;
  };

  return async (request, credential) => {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    const colon = Math.max(0, text.indexOf(':'));
    const [email, password] = [text.slice(0, colon), text.slice(text.indexOf(':') + 1)];
    const address = senderOf(request.client.address);
    const sender = hashOf(address, plainEmail(email));
    const id = hashOf(address, credential);
    const known = memory.get(id);
    if (known && known.until > clock() && refusalsOf(sender).count < maxRefusals) {
      const recalled = await recall(known);
      if (recalled !== undefined) return recalled;
    }
    // Kept as a promise: calls that arrive while it is being checked wait for the one check.
    const person = personWithPassword(deps, request, email, password);
    if (memory.size >= maxEntries) memory.delete(memory.keys().next().value ?? '');
    memory.set(id, { until: clock() + memoryMs, person });
    const forget = () => memory.get(id)?.person === person && memory.delete(id);
    // Only success is worth remembering.
    void person.then(
      (found) => found ?? forget(),
      (error: unknown) => {
        forget();
        if (error instanceof HttpProblem && error.status === 429) countRefusal(sender);
      },
    );
    return person;
  };
}
