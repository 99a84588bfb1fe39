/** Who sends a request: the service is asked, and its answer holds for a second. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { getSelf, type User } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { fingerprint, type Credentials } from './credentials.ts';
import { ShortCache } from './shortCache.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Upstream } from './upstream.ts';

/** The signed-in person behind a call, and the proof to act for them at the service. */
export type Caller = { user: string; email: string; credentials: Credentials };

/** A person on whose behalf something goes on after their call. */
export type Asker = Omit<Caller, 'email'>;

export type Callers = {
  /** @throws {HttpProblem} 401 without credentials that count, 502 for an id that is none or not the one of the session, 503 when the service can't be asked. */
  of(request: Pick<FastifyRequest, 'headers'>): Promise<Caller>;
  /**
   * The same, for what the proxy knows by itself: while the service can't be asked, or does not answer soon, it goes by what
   * the service said of the very same credentials within the last quarter of an hour. A refusal by the service ends that.
   */
  recently(request: Pick<FastifyRequest, 'headers'>): Promise<Caller>;
};

/** A second is short enough for a signed-out session to end here too. */
const memory = 1_000;
/** How long the service's last yes counts while it can't be asked, in milliseconds. */
const rememberMs = 15 * 60_000;
/** How long the service may take before the last yes counts, in milliseconds. */
const answerTimeoutMs = 2_000;
const maxRemembered = 1_000;

type Deps = {
  upstream: Pick<Upstream, 'call'>;
  sessions: Pick<Sessions, 'credentialsOf' | 'sessionOf'>;
  /** Takes each person that the service names, with the credentials that it named them for. */
  onFound: (asker: Asker) => void;
  /** The time in milliseconds. */
  now?: () => number;
};

/** Ask the service who a request's sender is. */
export function openCallers({ upstream, sessions, onFound, now = Date.now }: Deps): Callers {
  const recent = new ShortCache<Promise<Pick<User, 'id' | 'email'>>>(memory);
  /** By the fingerprint of credentials; the credentials themselves are not kept. */
  const confirmed = new Map<string, { user: string; email: string; at: number }>();

  /** @throws {HttpProblem} 401 when there are none. */
  const presented = (request: Pick<FastifyRequest, 'headers'>): Credentials => {
    const credentials = sessions.credentialsOf(request);
    if (!credentials.cookie && !credentials.authorization)
      throw new HttpProblem(401, 'You are not signed in. Sign in and try again.');
    return credentials;
  };

  const ask = async (credentials: Credentials): Promise<Caller> => {
    const name = fingerprint(credentials);
    try {
      const { id: user, email } = await recent.get(name, () =>
        upstream.call(getSelf, { credentials, query: {} }),
      );
      // Ids of people name files here.
      if (!shortIdPattern.test(user))
        throw new HttpProblem(
          502,
          'The service names a caller who can’t be anyone. Tell the operator of the service.',
        );
      const session = sessions.sessionOf(credentials);
      if (session && session.user !== user)
        throw new HttpProblem(
          502,
          'The service names another person for this session than when it began. Nothing was changed. Sign out, sign in again, and tell the operator of the service.',
        );
      confirmed.delete(name);
      confirmed.set(name, { user, email, at: now() });
      const [oldest] = confirmed.keys();
      if (confirmed.size > maxRemembered && oldest !== undefined) confirmed.delete(oldest);
      onFound({ user, credentials });
      return { user, email, credentials };
    } catch (error) {
      if (!isAway(error)) confirmed.delete(name);
      throw error;
    }
  };

  return {
    of: async (request) => ask(presented(request)),
    async recently(request) {
      const credentials = presented(request);
      const known = confirmed.get(fingerprint(credentials));
      const asked = ask(credentials);
      if (!known || now() - known.at > rememberMs) return asked;
      const remembered = { user: known.user, email: known.email, credentials };
      const late = new AbortController();
      const answer = asked.catch((error: unknown) => {
        if (isAway(error)) return remembered;
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
const isAway = (error: unknown) =>
  error instanceof HttpProblem && (error.status === 502 || error.status === 503 || error.status === 504);
