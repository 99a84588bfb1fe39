/** Brings a person's keys back by their recovery words, whatever this machine holds already. */
import type { EarlierKeys } from '@cloakroom/contract/keyring.ts';
import { KeyringError } from '../keyringError.ts';
import type { Keyring } from '../keyring.ts';
import type { Keyrings, Standing } from '../keyrings.ts';
import { seedOf } from '../phrase.ts';
import type { Upstream } from '../../upstream.ts';
import type { Asker } from '../../callers.ts';
import { earlierKeys, evidenceOf, requireNoEarlierKeys } from './evidence.ts';
import { isUsed, judgeWords } from './words.ts';

type Deps = {
  keyrings: Pick<Keyrings, 'forUser' | 'restore' | 'standing'>;
  upstream: Upstream;
  /** Is called before a keyring is made for a person. */
  beforeMaking: (asker: Asker) => Promise<void>;
};

/** What is done about a keyring that is not on this machine. */
export type Restoring = {
  /** How the keyring stands; what is known of earlier keys where it is missing. */
  standing(asker: Asker): Promise<Standing | { earlier: EarlierKeys }>;
  /** Readies the making of a keyring; see {@link requireNoEarlierKeys}. */
  requireNoEarlierKeys(asker: Asker): Promise<void>;
  /** See {@link restore}. */
  restore(asker: Asker, words: string): Promise<void>;
  /**
   * Compares words with those of the keyring that is there. Nothing changes.
   * @throws {KeyringError} `phrase` for other words, `locked` when the keyring is.
   */
  requireOwnWords(user: string, words: string): Promise<void>;
};

export function openRestoring(deps: Deps): Restoring {
  const { keyrings, upstream, beforeMaking } = deps;
  const readyToMake = async (asker: Asker) => {
    await requireNoEarlierKeys(upstream, asker);
    await beforeMaking(asker);
  };
  return {
    requireNoEarlierKeys: readyToMake,
    restore: (asker, words) => restore(deps, asker, words),
    async requireOwnWords(user, words) {
      seedOf(words);
      if (!isPhraseOf(await keyrings.forUser(user), words))
        throw new KeyringError(
          'phrase',
          'These are not the words of the keyring on this machine. Nothing was changed. Enter its own words, or its passphrase.',
        );
    },
    async standing(asker) {
      try {
        return await keyrings.standing(asker.user, () => readyToMake(asker));
      } catch (error) {
        if (!(error instanceof KeyringError) || error.code !== 'missing') throw error;
        return { earlier: earlierKeys(await evidenceOf(upstream, asker)) ?? { devices: [], schemas: [] } };
      }
    },
  };
}

/**
 * Check the words with what the service knows, then make the keyring from them or join it. The words go no further than here.
 * @throws {KeyringError} `phrase` for words that are none, another person's, or can't be checked although a keyring is there;
 *   `locked` when the keyring that is there is locked. Then nothing has changed.
 */
async function restore(
  { keyrings, upstream, beforeMaking }: Deps,
  asker: Asker,
  words: string,
): Promise<void> {
  const seed = seedOf(words);
  const present = await keyrings.forUser(asker.user).catch((error: unknown) => {
    if (error instanceof KeyringError && error.code === 'missing') return null;
    throw error;
  });
  const evidence = await evidenceOf(upstream, asker);
  const isKnown = present !== null && isPhraseOf(present, words);
  if (!isKnown && judgeWords(seed, evidence) === 'unknown' && present !== null)
    throw new KeyringError(
      'phrase',
      'Nothing of yours at the service shows that these are your words: no schema was made with them, and no device. So they were not added to the keyring on this machine. Nothing was changed.',
    );
  const isNeeded = (one: Buffer) => evidence.schemas.some((schema) => isUsed(one, schema));
  if (present === null) await beforeMaking(asker);
  await keyrings.restore(asker.user, words, { isNeeded });
}

const isPhraseOf = (keyring: Keyring, words: string): boolean =>
  keyring.phrases().includes(words.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean).join(' '));
