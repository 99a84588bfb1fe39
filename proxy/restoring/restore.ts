/** Brings a person's keys back by their recovery words, whatever this machine holds already. */
import type { Keyring } from '../keyring/keyring.ts';
import { KeyringError } from '../keyring/keyringError.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import { seedOf } from '../keyring/phrase.ts';
import type { Upstream } from '../upstream.ts';
import type { Asker } from '../who.ts';
import { evidenceOf } from './evidence.ts';
import { isUsed, judgeWords } from './words.ts';

/**
 * Check the words with what the service knows, then make the keyring from them or join it. The words go no further than here.
 * @throws {KeyringError} `phrase` for words that are none, another person's, or can't be checked although a keyring is there;
 *   `locked` when the keyring that is there is locked. Then nothing has changed.
 */
export async function restore(
  { keyrings, upstream }: { keyrings: Pick<Keyrings, 'forUser' | 'restore'>; upstream: Upstream },
  asker: Asker,
  words: string,
): Promise<Keyring> {
  const seed = seedOf(words);
  const present = await keyrings.forUser(asker.user).catch((error: unknown) => {
    if (error instanceof KeyringError && error.code === 'missing') return null;
    throw error;
  });
  const evidence = await evidenceOf(upstream, asker);
  const isKnown = present
    ?.phrases()
    .includes(words.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean).join(' '));
  if (!isKnown && judgeWords(seed, evidence) === 'unknown' && present !== null)
    throw new KeyringError(
      'phrase',
      'Nothing of yours at the service shows that these are your words: no schema was made with them, and no device. So they were not added to the keyring on this machine. Nothing was changed.',
    );
  const isNeeded = (one: Buffer) => evidence.schemas.some((schema) => isUsed(one, schema));
  return keyrings.restore(asker.user, words, { isNeeded });
}
