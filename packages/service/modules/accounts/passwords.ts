/** Hashes and verifies passwords with Argon2id, with limited concurrency, and in constant time for unknown accounts. */
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Whether the password is correct. Without a hash (an unknown account) it takes the same time and resolves to false. */
  verify: (hash: string | null | undefined, password: string) => Promise<boolean>;
  /** Runs checks of passwords, including their rate limits, at most four at a time: a queued sign-in is not counted yet. */
  limitChecks: <Result>(check: () => Promise<Result>) => Promise<Result>;
};

/** OWASP's minimum: Argon2id (2), 19 MiB, two passes, one lane. */
const owaspMinimum = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Hashing must not use all CPUs.
const maxConcurrentHashes = 4;

/** @param cost - of one hash; only tests that create hundreds of accounts lower it. */
export function createPasswords(cost = owaspMinimum): Passwords {
  const limit = pLimit(maxConcurrentHashes);
  const unknownHash = limit(() => hash('the password of no account', cost));
  return {
    limitChecks: pLimit(maxConcurrentHashes),
    hash: (password) => limit(() => hash(password, cost)),
    verify: async (known, password) => {
      const target = known ?? (await unknownHash);
      const isRight = await limit(() => verify(target, password));
      return isRight && Boolean(known);
    },
  };
}
