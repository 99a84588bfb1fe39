/** HTTP Basic: scripts send it on hundreds of parallel calls, so a password once found right is remembered for a minute. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { personWithPassword } from '../modules/accounts/signIn.ts';
import { personWithId, type Person } from './access.ts';

const memoryMs = 60_000;
const most = 10_000;

type Remembered = { until: number; person: Promise<Person | null> };

/**
 * A reader of `Authorization: Basic` credentials. What it remembers is a keyed hash under a key of this process, never
 * the password; a change of the password or of the account ends it at once, for the person's row is read on each call.
 */
export function createBasic(
  deps: Deps,
): (request: FastifyRequest, credential: string) => Promise<Person | null> {
  const { database, clock } = deps;
  const key = randomBytes(32);
  const memory = new Map<string, Remembered>();

  const check = (request: FastifyRequest, credential: string): Promise<Person | null> => {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    return personWithPassword(deps, request, text.slice(0, Math.max(0, colon)), text.slice(colon + 1));
  };

  return async (request, credential) => {
    const id = createHmac('sha256', key).update(credential).digest('base64');
    const known = memory.get(id);
    if (known && known.until > clock()) {
      const then = await known.person;
      if (!then) return null;
      const now = await personWithId(database, then.id);
      if (now?.isActive && now.passwordHash === then.passwordHash) return now;
    }
    // Kept as a promise: calls that arrive while it is being checked wait for the one check.
    const person = check(request, credential);
    if (memory.size >= most) memory.delete(memory.keys().next().value ?? '');
    memory.set(id, { until: clock() + memoryMs, person });
    const forget = () => memory.get(id)?.person === person && memory.delete(id);
    // Only success is worth remembering.
    void person.then((found) => found ?? forget(), forget);
    return person;
  };
}
