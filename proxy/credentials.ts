/** What a request proves its sender with, and where jobs of the same person wait for newer proof. */
import { EventEmitter, once } from 'node:events';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpProblem } from '#host/problem.ts';

/** A session (its cookie and CSRF token) or an Authorization header. */
export const Credentials = z.object({
  cookie: z.string().optional(),
  csrf: z.string().optional(),
  authorization: z.string().optional(),
});
export type Credentials = z.infer<typeof Credentials>;

const ours = ['sessionid', 'csrftoken'];

/** A request's credentials. Cookies of other programs on this host, which the browser mixes in, are left out. */
export function credentialsOf({ headers }: Pick<FastifyRequest, 'headers'>): Credentials {
  const cookies = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => ours.includes(pair.split('=')[0] ?? ''));
  const csrf = cookies.find((pair) => pair.startsWith('csrftoken='))?.slice('csrftoken='.length);
  return {
    ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
    ...(csrf ? { csrf } : {}),
    ...(headers.authorization ? { authorization: headers.authorization } : {}),
  };
}

/**
 * The service's CSRF rule, for the calls that never get there: a session alone proves nothing, its token must stand in the
 * header too.
 * @throws {HttpProblem} 403.
 */
export function requireCsrf(request: FastifyRequest): void {
  const { authorization, csrf } = credentialsOf(request);
  if (authorization !== undefined || request.method === 'GET') return;
  const header = request.headers['x-csrftoken'];
  if (csrf === undefined || typeof header !== 'string' || !equal(csrf, header))
    throw new HttpProblem(403, 'The CSRF token is missing or wrong. Reload the page and try again.');
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const equal = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

/** A short name for credentials, fit for a cache's key. */
export const fingerprint = (credentials: Credentials): string =>
  digest(JSON.stringify([credentials.cookie, credentials.authorization])).toString('base64');

/** Where a person's newest credentials are left for the jobs that wait for them. */
export class CredentialDesk {
  private readonly news = new EventEmitter().setMaxListeners(0);

  /** Whether a job of anybody waits. */
  get waitedFor(): boolean {
    return this.news.eventNames().length > 0;
  }

  offer(user: string, credentials: Credentials): void {
    this.news.emit(user, credentials);
  }

  /** The next credentials that this person uses. @throws the signal's reason when it is aborted. */
  async next(user: string, signal: AbortSignal): Promise<Credentials> {
    const [credentials] = (await once(this.news, user, { signal })) as [Credentials];
    return credentials;
  }
}
