/** What proves a person to the service, and where jobs of the same person wait for newer proof. */
import { EventEmitter, once } from 'node:events';
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What the service is shown: a session of its own (its cookie and CSRF token), or an Authorization header. */
export const Credentials = z.object({
  cookie: z.string().optional(),
  csrf: z.string().optional(),
  authorization: z.string().optional(),
  /** The name of this proxy's session; the service never gets it. */
  session: z.string().optional(),
});
export type Credentials = z.infer<typeof Credentials>;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A short name for credentials, fit for a cache's key. */
export const fingerprint = ({ cookie, authorization, session }: Credentials): string =>
  digest(JSON.stringify([cookie, authorization, session])).toString('base64');

/** Where a person's newest credentials are left for the jobs that wait for them. */
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

  /** The next credentials that this person uses. @throws the signal's reason when it is aborted. */
  async next(user: string, signal: AbortSignal): Promise<Credentials> {
    const [credentials] = (await once(this.emitter, user, { signal })) as [Credentials];
    return credentials;
  }
}
