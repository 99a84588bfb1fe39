/** Restores a person's keys from their recovery words, with or without a keyring on this machine. */
import type { EarlierKeys } from '@cloakroom/contract/keyring.ts';
import { KeyringError } from '../keyringError.ts';
import type { Keyring } from '../keyring.ts';
import type { Keyrings, KeyringStatus } from '../keyrings.ts';
import { seedOf } from '../phrase.ts';
import type { Upstream } from '../../upstream.ts';
import type { Principal } from '../../callers.ts';
import { earlierKeys, evidenceOf, requireNoEarlierKeys } from './evidence.ts';
import { isUsed, checkWords } from './checkWords.ts';

type Deps = {
  keyrings: Pick<Keyrings, 'forUser' | 'restore' | 'status'>;
  upstream: Upstream;
  /** Called before a keyring is created for a person. */
  beforeCreating: (principal: Principal) => Promise<void>;
};

/** Handles keyrings that are missing on this machine. */
export type Restoring = {
  /** The status of the keyring; or what is known of earlier keys if it is missing. */
  status(principal: Principal): Promise<KeyringStatus | { earlier: EarlierKeys }>;
  /** Prepares the creation of a keyring; see {@link requireNoEarlierKeys}. */
  requireNoEarlierKeys(principal: Principal): Promise<void>;
  /** See {@link restore}. */
  restore(principal: Principal, words: string): Promise<void>;
  /**
   * Compares words with those of the existing keyring. Nothing changes.
   * @throws {KeyringError} `phrase` for other words, `locked` if the keyring is locked.
   */
  requireOwnWords(user: string, words: string): Promise<void>;
};

export function openRestoring(deps: Deps): Restoring {
  const { keyrings, upstream, beforeCreating } = deps;
  const beforeMaking = async (principal: Principal) => {
    await requireNoEarlierKeys(upstream, principal);
    await beforeCreating(principal);
  };
  return {
    requireNoEarlierKeys: beforeMaking,
    restore: (principal, words) => restore(deps, principal, words),
    async requireOwnWords(user, words) {
      seedOf(words);
      if (!isPhraseOf(await keyrings.forUser(user), words))
        throw new KeyringError(
          'phrase',
          'These are not the words of the keyring on this machine. Nothing was changed. Enter its own words, or its passphrase.',
        );
    },
    async status(principal) {
      try {
        return await keyrings.status(principal.user, () => beforeMaking(principal));
      } catch (error) {
        if (!(error instanceof KeyringError) || error.code !== 'missing') throw error;
        return {
          earlier: earlierKeys(await evidenceOf(upstream, principal)) ?? { devices: [], schemas: [] },
        };
      }
    },
  };
}

/**
 * Checks the words against what the service knows, then creates the keyring or adds the seed to it. The words are not sent.
 * @throws {KeyringError} `phrase` for words that are invalid, another person's, or can't be checked although a keyring exists;
 *   `locked` if the existing keyring is locked. Then nothing has changed.
 */
async function restore(
  { keyrings, upstream, beforeCreating }: Deps,
  principal: Principal,
  words: string,
): Promise<void> {
  const seed = seedOf(words);
  const present = await keyrings.forUser(principal.user).catch((error: unknown) => {
    if (error instanceof KeyringError && error.code === 'missing') return null;
    throw error;
  });
  const evidence = await evidenceOf(upstream, principal);
  const isKnown = present !== null && isPhraseOf(present, words);
  if (!isKnown && checkWords(seed, evidence) === 'unknown' && present !== null)
    throw new KeyringError(
      'phrase',
      'Nothing of yours at the service shows that these are your words: no schema was made with them, and no device. So they were not added to the keyring on this machine. Nothing was changed.',
    );
  const isNeeded = (one: Buffer) => evidence.schemas.some((schema) => isUsed(one, schema));
  if (present === null) await beforeCreating(principal);
  await keyrings.restore(principal.user, words, { isNeeded });
}

const isPhraseOf = (keyring: Keyring, words: string): boolean =>
  keyring.phrases().includes(words.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean).join(' '));
