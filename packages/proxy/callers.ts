/** Finds out who sends a request. The service is asked, and its answer is shared for a second. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { getSelf, type User } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { fingerprint, type Credentials } from './credentials.ts';
import { PromiseCache } from './promiseCache.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Upstream } from './upstream.ts';

/** The signed-in person behind a call, and the proof to act for them at the service. */
export type Caller = { user: string; email: string; credentials: Credentials };

/** A person for whom work continues after their call. */
export type Principal = Omit<Caller, 'email'>;

export type Callers = {
  /** @throws {HttpProblem} 401 without credentials that count, 502 for an id that is none or not the one of the session, 503 when the service can't be asked. */
  of(request: Pick<FastifyRequest, 'headers'>): Promise<Caller>;
  /**
   * The same, for what the proxy knows by itself. While the service can't be asked, or does not answer soon, its last
   * confirmation of the same credentials counts for a quarter of an hour. A refusal by the service ends that.
   */
  ofConfirmed(request: Pick<FastifyRequest, 'headers'>): Promise<Caller>;
};

/** How long one answer serves other calls too. Short enough for a signed-out session to end here as well. */
const sharedAnswerMs = 1_000;
/** How long the last confirmation counts while the service can't be asked. */
const confirmationMs = 15 * 60_000;
/** How long the service may take before the last confirmation counts. */
const answerTimeoutMs = 2_000;
const maxConfirmed = 1_000;

type Deps = {
  upstream: Pick<Upstream, 'call'>;
  sessions: Pick<Sessions, 'credentialsOf' | 'sessionOf'>;
  /** Called with each person that the service names, and the credentials that it named them for. */
  onIdentified: (principal: Principal) => void;
  /** The time in milliseconds. */
  now?: () => number;
};

/** Ask the service who a request's sender is. */
export function openCallers({ upstream, sessions, onIdentified, now = () => Date.now() }: Deps): Callers {
  const answers = new PromiseCache<Pick<User, 'id' | 'email'>>(sharedAnswerMs);
  /** By the fingerprint of credentials; the credentials themselves are not stored. */
  const confirmed = new LRUCache<string, { user: string; email: string }>({
    max: maxConfirmed,
    ttl: confirmationMs,
    ttlResolution: 0,
    perf: { now },
  });

  /** @throws {HttpProblem} 401 when there are none. */
  const requireCredentials = (request: Pick<FastifyRequest, 'headers'>): Credentials => {
    const credentials = sessions.credentialsOf(request);
    if (!credentials.cookie && !credentials.authorization)
      throw new HttpProblem(401, 'You are not signed in. Sign in and try again.');
    return credentials;
  };

  const ask = async (credentials: Credentials): Promise<Caller> => {
    const name = fingerprint(credentials);
    try {
      const { id: user, email } = await answers.get(name, () =>
        upstream.call(getSelf, { credentials, query: {} }),
      );
      // Ids of people name files here.
      if (!shortIdPattern.test(user))
        throw new HttpProblem(
          502,
          'The service names a caller whose id is not valid. Tell the operator of the service.',
        );
      const session = sessions.sessionOf(credentials);
      if (session && session.user !== user)
        throw new HttpProblem(
          502,
          'The service names another person for this session than when it began. Nothing was changed. Sign out, sign in again, and tell the operator of the service.',
        );
      confirmed.set(name, { user, email });
      onIdentified({ user, credentials });
      return { user, email, credentials };
    } catch (error) {
      if (!isUnavailable(error)) confirmed.delete(name);
      throw error;
    }
  };

  return {
    of: async (request) => ask(requireCredentials(request)),
    async ofConfirmed(request) {
      const credentials = requireCredentials(request);
      const known = confirmed.get(fingerprint(credentials));
      const asked = ask(credentials);
      if (!known) return asked;
      const remembered = { ...known, credentials };
      const late = new AbortController();
      const answer = asked.catch((error: unknown) => {
        if (isUnavailable(error)) return remembered;
        throw error;
      });
      const soon = sleep(answerTimeoutMs, remembered, { signal: late.signal, ref: false });
      try {
        return await Promise.race([answer, soon]);
      } finally {
        late.abort();
        soon.catch(() => undefined);
        answer.catch(() => undefined);
      }
    },
  };
}

/** Whether the service can't be asked, or has lost its database. */
const isUnavailable = (error: unknown) =>
  error instanceof HttpProblem && (error.status === 502 || error.status === 503 || error.status === 504);
