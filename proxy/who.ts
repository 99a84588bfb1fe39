/** Who sends a request: the service is asked, and its answer holds for a second. */
import type { FastifyRequest } from 'fastify';
import { getSelf, type User } from '#contract/users.ts';
import { HttpProblem } from '#host/problem.ts';
import { credentialsOf, fingerprint, type CredentialDesk, type Credentials } from './credentials.ts';
import { Recent } from './recent.ts';
import type { Upstream } from './upstream.ts';

/** The signed-in person behind a call, and the proof to act for them at the service. */
export type Caller = { user: string; email: string; credentials: Credentials };

/** A person on whose behalf something goes on after their call. */
export type Asker = Omit<Caller, 'email'>;

export type Who = {
  /** @throws {HttpProblem} 401 for nobody, 503 when the service can't be asked. */
  of(request: Pick<FastifyRequest, 'headers'>): Promise<Caller>;
};

/** A second is short enough for a signed-out session to end here too. */
const memory = 1_000;

/** Ask the service who a request's sender is; whoever it is, jobs of theirs that wait for credentials get these. */
export function openWho(upstream: Upstream, desk: CredentialDesk): Who {
  const recent = new Recent<Promise<Pick<User, 'id' | 'email'>>>(memory);
  return {
    async of(request) {
      const credentials = credentialsOf(request);
      if (!credentials.cookie && !credentials.authorization)
        throw new HttpProblem(401, 'You are not signed in. Sign in and try again.');
      const { id: user, email } = await recent.get(fingerprint(credentials), () =>
        upstream.call(getSelf, { credentials, query: {} }),
      );
      desk.offer(user, credentials);
      return { user, email, credentials };
    },
  };
}
