/** Credentials for the service, and the waiting of jobs for a person's newer ones. */
import { EventEmitter, once } from 'node:events';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { apiTokenHash, apiTokenIn } from '@cloakroom/server-kit/apiTokens.ts';

/** A session of the service (its cookie and CSRF token), or an Authorization header. */
export const Credentials = z.object({
  cookie: z.string().optional(),
  csrf: z.string().optional(),
  authorization: z.string().optional(),
  /** The id of this proxy's session; never sent to the service. */
  session: z.string().optional(),
});
export type Credentials = z.infer<typeof Credentials>;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A hash of credentials, as a cache key. */
export const credentialsHash = ({ cookie, authorization, session }: Credentials): string =>
  digest(JSON.stringify([cookie, authorization, session])).toString('base64');

/** A hash of the API token in credentials; undefined for other credentials. */
export function tokenKeyOf({ authorization }: Credentials): string | undefined {
  const token = apiTokenIn(authorization);
  return token === null ? undefined : apiTokenHash(token);
}

/** The owner of upload jobs: a person, or one of their API tokens for the jobs that were started with it. */
export type JobOwner = { user: string; token?: string | undefined };

/** The jobs that a caller may see. */
export const jobOwnerOf = ({ user, credentials }: { user: string; credentials: Credentials }): JobOwner => ({
  user,
  token: tokenKeyOf(credentials),
});

/** A string that identifies a person, or one of their API tokens. */
export const nameOfOwner = ({ user, token }: JobOwner): string =>
  token === undefined ? user : `${user} ${token}`;

/** Passes a person's newest credentials to the jobs that wait for them. */
export class CredentialWaiter {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  /** Whether a job of any person waits. */
  get hasWaiting(): boolean {
    return this.emitter.eventNames().length > 0;
  }

  /** Whether a job of this person waits. */
  isAwaited(user: string): boolean {
    return this.emitter.listenerCount(user) > 0;
  }

  offer(user: string, credentials: Credentials): void {
    this.emitter.emit(user, credentials);
  }

  /** Waits for the next credentials that this person uses. @throws the signal's reason if it is aborted. */
  async next(user: string, signal: AbortSignal): Promise<Credentials> {
    const [credentials] = (await once(this.emitter, user, { signal })) as [Credentials];
    return credentials;
  }
}
