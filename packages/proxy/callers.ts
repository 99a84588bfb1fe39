/** Identifies the sender of a request. The service is asked, and its answer is cached for a second. */
import { mayChangeRecords, type Permissions } from '@cloakroom/contract/schemas.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TokenScope } from '@cloakroom/contract/tokenVerbs.ts';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { getSelf, type User } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { credentialsHash, tokenKeyOf, type Credentials } from './credentials.ts';
import { PromiseCache } from './promiseCache.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Upstream } from './upstream.ts';

/** The signed-in person who makes a call, and the credentials to act for them at the service. */
export type Caller = {
  user: string;
  email: string;
  credentials: Credentials;
  /** The restrictions of the API token that they use. */
  token?: TokenScope | undefined;
};

/** A person for whom work may continue after their call has ended. */
export type Principal = Pick<Caller, 'user' | 'credentials'>;

/** Whether a caller may delete records and uploads. The verbs of an API token are checked with each call, at the service too. */
export const mayDeleteRecords = ({ token }: Pick<Caller, 'token'>, permissions: Permissions): boolean =>
  token ? permissions.can_upload : mayChangeRecords(permissions);

export type Callers = {
  /** @throws {HttpProblem} 401 without valid credentials, 502 for an invalid id or one that differs from the session's, 503 if the service is unreachable. */
  of(request: Pick<FastifyRequest, 'headers'>): Promise<Caller>;
  /**
   * The same, for calls that the proxy answers without the service. While the service is unreachable or slow, its last
   * confirmation of the same credentials is valid for 15 minutes. A refusal by the service ends that. API tokens are never
   * valid without the service.
   */
  ofConfirmed(request: Pick<FastifyRequest, 'headers'>): Promise<Caller>;
  /** The caller whom the service named for these credentials in the last 15 minutes. Null if there is none, or it has refused them since. */
  lastConfirmed(request: Pick<FastifyRequest, 'headers'>): Caller | null;
  /** Notes that the service has confirmed a caller in the answer to another call. Confirmations of API tokens are not noted. */
  confirm(caller: Caller): void;
};

/** How long an answer is shared with other calls. Short enough for a signed-out session to end here as well. */
const sharedAnswerMs = 1_000;
/** How long the last confirmation is valid while the service is unreachable. */
const confirmationMs = 15 * 60_000;
/** How long the service may take before the last confirmation is used instead. */
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

export function openCallers({ upstream, sessions, onIdentified, now = () => Date.now() }: Deps): Callers {
  const answers = new PromiseCache<Pick<User, 'id' | 'email' | 'token'>>(sharedAnswerMs);
  /** By the fingerprint of credentials; the credentials themselves are not stored. */
  const confirmed = new LRUCache<string, { user: string; email: string }>({
    max: maxConfirmed,
    ttl: confirmationMs,
    ttlResolution: 0,
    perf: { now },
  });

  /** @throws {HttpProblem} 401 if there are none. */
  const requireCredentials = (request: Pick<FastifyRequest, 'headers'>): Credentials => {
    const credentials = sessions.credentialsOf(request);
    if (!credentials.cookie && !credentials.authorization)
      throw new HttpProblem(401, 'You are not signed in. Sign in and try again.');
    return credentials;
  };

  const confirm = ({ user, email, credentials }: Caller) => {
    // A revoked token must not be valid here, and a person's jobs must not continue with a token's restrictions.
    if (tokenKeyOf(credentials) !== undefined) return;
    confirmed.set(credentialsHash(credentials), { user, email });
    onIdentified({ user, credentials });
  };

  const identify = async (credentials: Credentials): Promise<Caller> => {
    const name = credentialsHash(credentials);
    try {
      const {
        id: user,
        email,
        token,
      } = await answers.get(name, () => upstream.call(getSelf, { credentials, query: {} }));
      // Files are named by user ids.
      if (!shortIdPattern.test(user))
        throw new HttpProblem(
          502,
          'The service names a caller whose id is not valid. Tell the operator of the service.',
        );
      if (tokenKeyOf(credentials) !== undefined && !token) throw unrestrictedToken();
      const session = sessions.sessionOf(credentials);
      if (session && session.user !== user)
        throw new HttpProblem(
          502,
          'The service names another person for this session than when it began. Nothing was changed. Sign out, sign in again, and tell the operator of the service.',
        );
      const caller = { user, email, credentials, token };
      confirm(caller);
      return caller;
    } catch (error) {
      if (!isUnavailable(error)) confirmed.delete(name);
      throw error;
    }
  };

  return {
    of: async (request) => identify(requireCredentials(request)),
    confirm,
    lastConfirmed(request) {
      const credentials = requireCredentials(request);
      const known = confirmed.get(credentialsHash(credentials));
      return known ? { ...known, credentials } : null;
    },
    async ofConfirmed(request) {
      const credentials = requireCredentials(request);
      const known = confirmed.get(credentialsHash(credentials));
      const pending = identify(credentials);
      if (!known) return pending;
      const lastConfirmed = { ...known, credentials };
      const timer = new AbortController();
      const answer = pending.catch((error: unknown) => {
        if (isUnavailable(error)) return lastConfirmed;
        throw error;
      });
      const timeout = sleep(answerTimeoutMs, lastConfirmed, { signal: timer.signal, ref: false });
      try {
        return await Promise.race([answer, timeout]);
      } finally {
        timer.abort();
        timeout.catch(() => undefined);
        answer.catch(() => undefined);
      }
    },
  };
}

const unrestrictedToken = () =>
  new HttpProblem(
    502,
    'The service does not say what this API token permits, so it is not used. Tell the operator of the service.',
  );

/** Whether the service is unreachable, or has lost its database. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof HttpProblem && (error.status === 502 || error.status === 503 || error.status === 504);
