/**
 * Decides who may open a keyring. The service's word on who calls is not enough: it takes the account's password, which fits a
 * verifier on this machine, or the keyring's passphrase or words.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import type { Credentials } from '../credentials.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import type { Verifier, Verifiers } from './verifiers.ts';
import type { Principal } from '../callers.ts';
import { BasicCredentialCache, basicPassword, bearerToken } from './basicCredentials.ts';
import type { Proof } from './proof.ts';
import type { Session, Sessions } from './sessions.ts';

/** How long a token counts here at most, in milliseconds. Tokens of the service end sooner. */
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
   * Judges the password of a sign-in.
   *
   * A keyring without a verifier, and whose passphrase lies in a file, was made before there were verifiers: the first password
   * is believed, once. One whose owner types the passphrase waits for that.
   */
  async signedIn(user: string, password: string): Promise<Pick<Session, 'proof' | 'candidate'>> {
    // Before it is queued: a keyring that is being made is waited for, and its making is queued as well.
    const presence = await this.#deps.keyrings.presence(user);
    return this.#serialize(user, () => this.#judge(user, password, presence));
  }

  async #judge(
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
      // A full disk keeps no person from signing in.
      if (!storageErrorOf(error)) throw error;
      return { proof: null, candidate: made };
    }
    return { proof: proofOf(made), candidate: null };
  }

  /** Whether these credentials may open the user's keyring. Where there is none, anyone may: it holds nothing. */
  async allows({ user, credentials }: Principal): Promise<boolean> {
    const presence = await this.#deps.keyrings.presence(user);
    return presence === 'none' || (await this.#isProven(user, credentials, presence));
  }

  /** @throws {HttpProblem} 403 with what to do, unless {@link allows}. */
  async require(principal: Principal): Promise<void> {
    if (!(await this.allows(principal)))
      throw new HttpProblem(
        403,
        'Your keyring is on this machine, but this sign-in does not show that it is yours: the password is not the one that it knows, or there was none. Enter the keyring’s passphrase or its 24 words under Identities. Nothing was changed.',
      );
  }

  /** Whether a text is the password of the user's account, as far as this machine knows it. */
  async isAccountPassword(user: string, text: string): Promise<boolean> {
    const present = await this.#deps.verifiers.of(user);
    return present !== null && this.#deps.verifiers.fits(present, text);
  }

  /**
   * Lets a caller open the keyring from now on: it is about to be made for them, or they have entered its passphrase or its
   * words. The password of their sign-in fits from then on.
   */
  async admit({ user, credentials }: Principal): Promise<void> {
    if (await this.#isProven(user, credentials, 'none')) return;
    await this.#serialize(user, () => this.#storeVerifier(user, credentials));
  }

  /**
   * Takes note of a password that was changed through this proxy.
   * @param wasAllowed - whether the caller could open the keyring before; only then the new password opens it.
   * @returns what the continued session proves.
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
    const present = await verifiers.of(user);
    const password = basicPassword(authorization);
    if (password !== null) {
      if (!present) return presence === 'file' && this.#trustFirstPassword(user, password);
      return this.#basic.get([user, present.salt, password], () => verifiers.fits(present, password));
    }
    const proof =
      authorization === undefined
        ? sessions.sessionOf(credentials)?.proof
        : sessions.proofOfToken(bearerToken(authorization) ?? '');
    return proof != null && present !== null && proof.user === user && proof.verifier === present.salt;
  }

  /** Makes the first verifier of a keyring that was made before there were any. */
  #trustFirstPassword(user: string, password: string): Promise<boolean> {
    return this.#serialize(user, async () => (await this.#judge(user, password, 'file')).proof !== null);
  }

  /** One after the other for each user: of two calls that find no verifier, the second finds that of the first. */
  async #serialize<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(user) ?? pLimit(1);
    this.#queues.set(user, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(user);
    }
  }

  /** Stores the verifier of the caller's own password, or one that no password fits where there was none. */
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
    // Without a password of its own, the caller proves this one sign-in and changes nothing for the others.
    next ??= known ?? (await verifiers.make(user, null));
    if (next !== known) await verifiers.set(next);
    if (token !== null) await sessions.noteToken(token, proofOf(next), tokenLifeMs.access);
    else await sessions.update(credentials, { proof: proofOf(next), candidate: null });
  }
}

const proofOf = ({ user, salt }: Verifier): Proof => ({ user, verifier: salt });
