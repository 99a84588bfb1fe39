/**
 * The sessions of this proxy. A browser holds a random id; the service's cookies stay here.
 *
 * `sessions.json` of the data folder, which has a mirror, survives a restart. Each entry is sealed with its session's id, of
 * which the file has only a hash: a copy of the data folder contains no usable session.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { z } from 'zod';
import { DamagedFile, mirroredFile, type ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import { deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';
import { Verifier } from './verifiers.ts';
import { cookieIn, expiredCookieHeader, setCookieHeader, type CookieName } from './cookies.ts';
import { idOf, newSecret, SealedEntries, SealedEntry } from './sealedEntries.ts';

const hourMs = 3_600_000;
/** The maximum duration of a session of the service. */
const sessionMs = 24 * hourMs;
/** How long a browser is known to the service. */
const deviceMs = 180 * 24 * hourMs;
const maxSessions = 500;
const maxDevices = 500;
const maxTokens = 2_000;
const maxApiTokens = 10_000;

/** Valid as long as its verifier is in use: a new password invalidates earlier proofs. */
export const Proof = z.object({
  user: z.string(),
  /** The salt of that verifier. */
  verifier: z.string(),
});
export type Proof = z.infer<typeof Proof>;

const Session = z.object({
  /** The service's session and its CSRF token. */
  service: z.object({ sessionid: z.string(), csrftoken: z.string().optional() }),
  /** The user whom the service named at the sign-in. */
  user: z.string(),
  proof: Proof.nullable(),
  /** A verifier of the sign-in's password, if it did not match the stored one. */
  candidate: Verifier.nullable(),
  expires: z.number(),
});
export type Session = z.infer<typeof Session>;

const NotedToken = z.object({
  /** Whose keyring it uses. */
  user: z.string(),
  /** For a token of a service account, the person who created it. It is valid while the keyring's verifier names the same. */
  custodian: z.string().optional(),
});
/** What is known here of an API token. */
export type NotedToken = z.infer<typeof NotedToken>;

const Stored = z.object({
  format: z.literal(1),
  sessions: z.array(SealedEntry),
  /** The service's cookies by which it recognizes a browser. */
  devices: z.array(SealedEntry),
  /** Tokens that were issued through this proxy, by their hash; `expires` in milliseconds since 1970. */
  tokens: z.array(z.object({ id: z.string(), expires: z.number(), proof: Proof })),
  /** API tokens that were created through this proxy and may use a keyring, by their hash. */
  apiTokens: z.array(z.object({ id: z.string(), expires: z.number(), ...NotedToken.shape })).default([]),
});

type Request = { headers: IncomingHttpHeaders; method?: string };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export class Sessions {
  readonly #file;
  readonly #report: ReportProblem;
  readonly #now: () => number;
  readonly #sessions: SealedEntries<typeof Session>;
  readonly #devices;
  readonly #tokens = new LRUCache<string, { expires: number; proof: Proof }>({ max: maxTokens });
  readonly #apiTokens = new LRUCache<string, NotedToken & { expires: number }>({ max: maxApiTokens });
  /** The secrets of the sessions that were used in this run, by their ids. */
  readonly #secrets = new Map<string, string>();
  readonly #writes = pLimit(1);
  #isDirty = false;

  /** @param now - the time in milliseconds. */
  constructor(dataDir: string, report: ReportProblem = () => undefined, now: () => number = Date.now) {
    this.#file = mirroredFile(join(dataDir, 'sessions.json'), Stored, report);
    this.#report = report;
    this.#now = now;
    this.#sessions = new SealedEntries('proxy session', Session, maxSessions, now);
    this.#devices = new SealedEntries('known device', z.string(), maxDevices, now);
  }

  /** Loads the sessions of an earlier run. After damage everyone has to sign in again. */
  async load(): Promise<void> {
    try {
      const stored = await this.#file.read();
      this.#sessions.load(stored?.sessions ?? []);
      this.#devices.load(stored?.devices ?? []);
      for (const { id, ...token } of stored?.tokens ?? []) this.#tokens.set(id, token);
      for (const { id, ...token } of stored?.apiTokens ?? []) this.#apiTokens.set(id, token);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.#report(
        `The list of sessions was damaged, and so was its copy: ${error.path}. It was set aside as ${error.aside.join(' and ')}. Sign in again.`,
      );
    }
  }

  /** A request's credentials for the service. A header takes precedence over a session, as at the service. */
  credentialsOf({ headers }: Request): Credentials {
    if (headers.authorization !== undefined) return { authorization: headers.authorization };
    const found = this.#of(headers);
    if (!found) return {};
    const { sessionid, csrftoken } = found.session.service;
    return {
      cookie: `sessionid=${sessionid}${csrftoken === undefined ? '' : `; csrftoken=${csrftoken}`}`,
      ...(csrftoken === undefined ? {} : { csrf: csrftoken }),
      session: idOf(found.secret),
    };
  }

  /**
   * Requires the session's CSRF token, unless the method is safe.
   * @throws {HttpProblem} 403.
   */
  requireCsrf({ headers, method = 'GET' }: Request): void {
    if (headers.authorization !== undefined || safeMethods.has(method)) return;
    const found = this.#of(headers);
    if (!found) return;
    const token = headers['x-csrftoken'];
    if (typeof token !== 'string' || !isTokenOf(found.secret, token))
      throw new HttpProblem(403, 'The CSRF token is missing or wrong. Reload the page and try again.');
  }

  /** The session of credentials from {@link credentialsOf}; null for other credentials, and for an ended session. */
  sessionOf({ session }: Credentials): Session | null {
    return session === undefined ? null : this.#sessions.of(this.#secrets.get(session) ?? null);
  }

  /** The CSRF token of a request: the present one if it belongs to the session, otherwise a new one with its cookie. */
  csrfToken({ headers }: Request): { token: string; cookie: string | null } {
    const secret = this.#of(headers)?.secret ?? null;
    const present = cookieIn(headers, 'csrftoken') ?? '';
    // Without a session the token only binds a sign-in with Google to this browser.
    const isValid = secret === null ? tokenForm.test(present) : isTokenOf(secret, present);
    if (isValid) return { token: present, cookie: null };
    const token = newToken(secret ?? newSecret());
    return { token, cookie: setCookieHeader('csrftoken', token) };
  }

  /** The service's device cookie for a known browser; null for another browser. */
  deviceOf({ headers }: Request): string | null {
    return this.#devices.of(cookieIn(headers, 'device'));
  }

  /**
   * Begins a session under a new id, which replaces the request's own; durable when this resolves.
   * @param service - the service's cookies of the sign-in.
   * @returns the cookies for the browser.
   */
  async begin(
    { headers }: Request,
    { sessionid, csrftoken, device }: Partial<Record<CookieName, string>> & { sessionid: string },
    person: Pick<Session, 'user' | 'proof' | 'candidate'>,
  ): Promise<string[]> {
    const before = this.#of(headers);
    if (before) this.#remove(before.secret);
    const secret = newSecret();
    const expires = this.#now() + sessionMs;
    const service = { sessionid, ...(csrftoken === undefined ? {} : { csrftoken }) };
    this.#sessions.put(secret, { ...person, service, expires }, expires);
    const cookies = [setCookieHeader('sessionid', secret), setCookieHeader('csrftoken', newToken(secret))];
    if (device !== undefined) {
      const known = cookieIn(headers, 'device');
      const id = known !== null && this.#devices.of(known) !== null ? known : newSecret();
      this.#devices.put(id, device, this.#now() + deviceMs);
      cookies.push(setCookieHeader('device', id));
    }
    await this.#save();
    return cookies;
  }

  /** Updates a session; does nothing if it has ended. */
  async update(
    credentials: Credentials,
    change: Partial<Pick<Session, 'proof' | 'candidate'>>,
  ): Promise<void> {
    const secret = credentials.session === undefined ? undefined : this.#secrets.get(credentials.session);
    const session = this.sessionOf(credentials);
    if (secret === undefined || !session) return;
    this.#sessions.put(secret, { ...session, ...change }, session.expires);
    await this.#save();
  }

  /** Ends a request's session. @returns the cookies that remove it from the browser. */
  async end({ headers }: Request): Promise<string[]> {
    const found = this.#of(headers);
    if (found) {
      this.#remove(found.secret);
      await this.#save();
    }
    return [expiredCookieHeader('sessionid')];
  }

  /** Stores a token that was issued to a person who may open a keyring. */
  async noteToken(token: string, proof: Proof, lifeMs: number): Promise<void> {
    this.#tokens.set(idOf(token), { proof, expires: this.#now() + lifeMs });
    await this.#save();
  }

  /** A token's proof; null for one that was not issued through this proxy to a person who may open a keyring. */
  proofOfToken(token: string): Proof | null {
    const known = this.#tokens.get(idOf(token));
    return known && known.expires > this.#now() ? known.proof : null;
  }

  /** Stores that an API token may use a keyring, until it expires. Unlike other tokens it outlasts a new password. */
  async noteApiToken(token: string, noted: NotedToken & { expires: number }): Promise<void> {
    this.#apiTokens.set(idOf(token), noted);
    await this.#save();
  }

  /** What was noted of an API token for this user; null if nothing was, and for an expired one. */
  notedApiToken(token: string, user: string): NotedToken | null {
    const known = this.#apiTokens.get(idOf(token));
    return known?.user === user && known.expires > this.#now() ? known : null;
  }

  /** Resolves when everything is on disk. */
  written(): Promise<void> {
    return this.#writes(() => undefined);
  }

  #of(headers: IncomingHttpHeaders): { secret: string; session: Session } | null {
    const secret = cookieIn(headers, 'sessionid');
    const session = this.#sessions.of(secret);
    if (secret === null || !session) return null;
    this.#secrets.set(idOf(secret), secret);
    return { secret, session };
  }

  #remove(secret: string): void {
    this.#sessions.remove(secret);
    this.#secrets.delete(idOf(secret));
  }

  /** Writes everything. Never throws: if it fails, everyone has to sign in again after a restart. */
  #save(): Promise<void> {
    this.#isDirty = true;
    return this.#writes(async () => {
      if (!this.#isDirty) return;
      this.#isDirty = false;
      for (const tokens of [this.#tokens, this.#apiTokens])
        for (const [id, { expires }] of [...tokens.entries()]) if (expires <= this.#now()) tokens.delete(id);
      for (const [id, secret] of this.#secrets) if (!this.#sessions.of(secret)) this.#secrets.delete(id);
      const tokens = this.#tokens.dump().map(([id, { value }]) => ({ id, ...value }));
      const apiTokens = this.#apiTokens.dump().map(([id, { value }]) => ({ id, ...value }));
      const stored = { format: 1, sessions: this.#sessions.stored(), devices: this.#devices.stored(), tokens, apiTokens } as const; // prettier-ignore
      await this.#file.write(stored).catch((error: unknown) => {
        this.#report(`The list of sessions can’t be written, so after a restart everyone has to sign in again: ${error instanceof Error ? error.message : String(error)}`); // prettier-ignore
      });
    });
  }
}

/** 16 random bytes and a MAC over them, in base64url. */
const tokenForm = /^[\w-]{22}\.[\w-]{43}$/;

const macOf = (secret: string, nonce: string): string =>
  createHmac('sha256', deriveKey(Buffer.from(secret, 'base64url'), 'csrf'))
    .update(nonce)
    .digest('base64url');

function newToken(secret: string): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${macOf(secret, nonce)}`;
}

/** Whether a token was made for the session with this id. */
function isTokenOf(secret: string, token: string): boolean {
  if (!tokenForm.test(token)) return false;
  const [nonce = '', mac = ''] = token.split('.');
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, nonce)));
}
