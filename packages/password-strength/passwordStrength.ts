/** Estimates password strength with zxcvbn-ts. The first call loads its dictionaries. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** zxcvbn's limit for a password that withstands guessing at a server: a score of 3 or more. */
const minGuesses = 1e8;
// Estimating takes more than linear time: 4 s for 128 characters of punctuation, 60 ms with these two limits.
const maxEstimatedLength = 32;
const maxSubstitutions = 10;

let loading: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: maxEstimatedLength,
    l33tMaxSubstitutions: maxSubstitutions,
  });
}

/**
 * Whether a password can be guessed in fewer than 100 million attempts.
 *
 * Only the first 32 characters are checked: a longer password is weak if they are weak.
 *
 * @param email - of the password's account; its parts count as words that are tried first.
 */
export async function isWeakPassword(password: string, email: string): Promise<boolean> {
  // A failed download is tried again by the next call.
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const estimator = await loading;
  const ownWords = [email, ...email.split(/[^\p{L}\p{N}]+/u), 'cloakroom']
    .filter((word) => word.length > 2)
    // A longer word would never match the checked characters.
    .map((word) => word.slice(0, maxEstimatedLength));
  return estimator.check(password, ownWords).guesses < minGuesses;
}
