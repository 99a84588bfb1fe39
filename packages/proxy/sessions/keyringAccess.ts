/**
 * Decides who may open a keyring. Authentication by the service is not sufficient: the caller needs the account's password,
 * which is checked by a verifier on this machine, or the keyring's passphrase or recovery words.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { apiTokenIn } from '@cloakroom/server-kit/apiTokens.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { ignoreStorageError } from '@cloakroom/server-kit/storageError.ts';
import type { Credentials } from '../credentials.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import type { Verifier, Verifiers } from './verifiers.ts';
import type { Principal } from '../callers.ts';
import type { Proof, Session, Sessions } from './sessions.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { PromiseCache } from '../promiseCache.ts';

/** How long a token is accepted here at most. Tokens of the service expire sooner. */
export const tokenLifeMs = { access: 3_600_000, refresh: 24 * 3_600_000 } as const;

type Deps = {
  sessions: Sessions;
  verifiers: Verifiers;
  keyrings: Pick<Keyrings, 'presence'>;
  /** The time in milliseconds. */
  now?: () => number;
};

type Presence = Awaited<ReturnType<Keyrings['presence']>>;

export class KeyringAccess {
  readonly #deps: Deps;
  readonly #basic: BasicCredentialCache;
  /** By user. */
  readonly #queues = new Map<string, LimitFunction>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#basic = new BasicCredentialCache(deps.now ?? Date.now);
  }

  /**
   * Checks the password of a sign-in.
   *
   * A keyring with a passphrase file and without a verifier was created before verifiers existed: the first password is trusted,
   * once. A keyring with a typed passphrase requires that passphrase first.
   */
  async signedIn(user: string, password: string): Promise<Pick<Session, 'proof' | 'candidate'>> {
    // Not in the queue: this waits for a keyring that is being created, which uses the queue as well.
    const presence = await this.#deps.keyrings.presence(user);
    return this.#serialize(user, () => this.#checkPassword(user, password, presence));
  }

  async #checkPassword(
    user: string,
    password: string,
    presence: Presence,
  ): Promise<Pick<Session, 'proof' | 'candidate'>> {
    const { verifiers } = this.#deps;
    const present = await verifiers.of(user);
    if (present && (await verifiers.fits(present, password)))
      return { proof: proofOf(present), candidate: null };
    const made = await verifiers.make(user, password);
    if (present || presence === 'own') return { proof: null, candidate: made };
    try {
      await verifiers.set(made);
    } catch (error) {
      // A full disk must not prevent signing in.
      ignoreStorageError(error);
      return { proof: null, candidate: made };
    }
    return { proof: proofOf(made), candidate: null };
  }

  /**
   * Whether these credentials may open the user's keyring. True if there is none yet, except for the API token of a person,
   * which never creates one.
   */
  async allows({ user, credentials }: Principal): Promise<boolean> {
    const presence = await this.#deps.keyrings.presence(user);
    const apiToken = apiTokenIn(credentials.authorization);
    if (presence === 'none') return apiToken === null || (await this.#beginsKeyring(user, apiToken));
    return this.#isProven(user, credentials, presence);
  }

  /** Whether there is a keyring of the user's that these credentials may open. */
  async mayUsePresent({ user, credentials }: Principal): Promise<boolean> {
    const presence = await this.#deps.keyrings.presence(user);
    return presence !== 'none' && (await this.#isProven(user, credentials, presence));
  }

  /**
   * Whether a caller has shown to this machine who they are, with or without a keyring: the first password is trusted where
   * there is none.
   */
  async isKnown({ user, credentials }: Principal): Promise<boolean> {
    const presence = await this.#deps.keyrings.presence(user);
    return this.#isProven(user, credentials, presence === 'none' ? 'file' : presence);
  }

  /**
   * Lets a new token of a service account use that account's keyring here, which the first call with it begins. The service's
   * word on who is a service account, and who is an admin, opens no existing keyring: the person who created the first
   * token here is the account's custodian, and only their further tokens open it.
   * @param custodian - {@link isKnown} here.
   * @param account - as the custodian named it, not as the service answered.
   * @returns whether the token was noted.
   */
  async entrust(
    custodian: string,
    account: string,
    { secret, expires }: { secret: string; expires: number },
  ): Promise<boolean> {
    if (account === custodian) return false;
    const { verifiers, keyrings, sessions } = this.#deps;
    const presence = await keyrings.presence(account);
    return this.#serialize(account, async () => {
      const known = await verifiers.of(account);
      if (known ? known.custodian !== custodian : presence !== 'none') return false;
      if (!known) await verifiers.set(verifiers.makeFor(account, custodian));
      await sessions.noteApiToken(secret, { user: account, custodian, expires });
      return true;
    });
  }

  /** @throws {HttpProblem} 403 with what to do, unless {@link allows} is true. */
  async require(principal: Principal): Promise<void> {
    if (await this.allows(principal)) return;
    if (apiTokenIn(principal.credentials.authorization) !== null)
      throw new HttpProblem(
        403,
        'This API token was not created on this machine by a caller who may open the keyring, so it can’t use the keys here. Open the keyring at this proxy, then create a token there: in the console under Profile, or with "token create".',
      );
    throw new HttpProblem(
      403,
      'Your keyring is on this machine, but this sign-in does not show that it is yours: the password is not the one that it knows, or there was none. Enter the keyring’s passphrase or its 24 words under Identities. Nothing was changed.',
    );
  }

  /** Whether a string is the password of the user's account, as far as this machine knows it. */
  async isAccountPassword(user: string, text: string): Promise<boolean> {
    const present = await this.#deps.verifiers.of(user);
    return present !== null && this.#deps.verifiers.fits(present, text);
  }

  /**
   * Lets a caller open the keyring from now on: it is about to be created for them, or they have entered its passphrase or
   * words. The password of their sign-in is accepted from then on.
   */
  async admit({ user, credentials }: Principal): Promise<void> {
    if (await this.#isProven(user, credentials, 'none')) return;
    await this.#serialize(user, () => this.#storeVerifier(user, credentials));
  }

  /**
   * Updates the verifier after a password change through this proxy.
   * @param wasAllowed - whether the caller could open the keyring before; only then the new password opens it.
   * @returns the proof or candidate for the continued session.
   */
  async passwordChanged(
    user: string,
    password: string,
    { wasAllowed }: { wasAllowed: boolean },
  ): Promise<Pick<Session, 'proof' | 'candidate'>> {
    const { verifiers } = this.#deps;
    const made = await verifiers.make(user, password);
    if (!wasAllowed) return { proof: null, candidate: made };
    await verifiers.set(made);
    return { proof: proofOf(made), candidate: null };
  }

  async #isProven(user: string, credentials: Credentials, presence: Presence): Promise<boolean> {
    const { verifiers, sessions } = this.#deps;
    const { authorization } = credentials;
    const apiToken = apiTokenIn(authorization);
    const present = await verifiers.of(user);
    if (apiToken !== null) {
      const noted = sessions.notedApiToken(apiToken, user);
      return noted !== null && noted.custodian === present?.custodian;
    }
    const password = basicPassword(authorization);
    if (password !== null) {
      if (!present) return presence !== 'own' && this.#trustFirstPassword(user, password);
      return this.#basic.get([user, present.salt, password], () => verifiers.fits(present, password));
    }
    const proof =
      authorization === undefined
        ? sessions.sessionOf(credentials)?.proof
        : sessions.proofOfToken(bearerToken(authorization) ?? '');
    return proof != null && present !== null && proof.user === user && proof.verifier === present.salt;
  }

  /** Whether an API token begins a keyring: that of a service account, by a token of its custodian. */
  async #beginsKeyring(user: string, apiToken: string): Promise<boolean> {
    const custodian = this.#deps.sessions.notedApiToken(apiToken, user)?.custodian;
    return custodian !== undefined && custodian === (await this.#deps.verifiers.of(user))?.custodian;
  }

  /** Creates the first verifier of a keyring that was created before verifiers existed. */
  #trustFirstPassword(user: string, password: string): Promise<boolean> {
    return this.#serialize(
      user,
      async () => (await this.#checkPassword(user, password, 'file')).proof !== null,
    );
  }

  /** Serializes work for each user, so that of two calls without a verifier the second finds the first one's. */
  async #serialize<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(user) ?? pLimit(1);
    this.#queues.set(user, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(user);
    }
  }

  /** Stores a verifier of the caller's password; without a password, one that no password fits if there was none. */
  async #storeVerifier(user: string, credentials: Credentials): Promise<void> {
    const { verifiers, sessions } = this.#deps;
    const { authorization } = credentials;
    const password = basicPassword(authorization);
    const token = bearerToken(authorization);
    const candidate = sessions.sessionOf(credentials)?.candidate ?? null;
    const own = candidate?.user === user ? candidate : null;
    const known = await verifiers.of(user);
    let next: Verifier | null = own;
    if (password !== null) next = await verifiers.make(user, password);
    // Without a password, only this sign-in is admitted, and the verifier stays as it is.
    next ??= known ?? (await verifiers.make(user, null));
    if (next !== known) await verifiers.set(next);
    if (token !== null) await sessions.noteToken(token, proofOf(next), tokenLifeMs.access);
    else await sessions.update(credentials, { proof: proofOf(next), candidate: null });
  }
}

const proofOf = ({ user, salt }: Verifier): Proof => ({ user, verifier: salt });

const ttlMs = 60_000;

/** Results are stored under a keyed hash, with a random key for each process. Concurrent calls share one check. */
class BasicCredentialCache {
  readonly #key = randomBytes(32);
  readonly #results: PromiseCache<boolean>;

  /** @param now - the time in milliseconds. */
  constructor(now: () => number) {
    this.#results = new PromiseCache(ttlMs, now);
  }

  /** @param parts - everything that the result depends on. @param check - called if no result is cached. */
  get(parts: readonly string[], check: () => Promise<boolean>): Promise<boolean> {
    const name = createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64');
    return this.#results.get(name, check);
  }
}

/** The password of an Authorization header; null for anything but Basic credentials. */
function basicPassword(authorization: string | undefined): string | null {
  const [, credential] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? '') ?? [];
  if (credential === undefined) return null;
  const text = Buffer.from(credential, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : text.slice(colon + 1);
}

/** The token of an Authorization header; null for anything but a bearer token. */
const bearerToken = (authorization: string | undefined): string | null =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
