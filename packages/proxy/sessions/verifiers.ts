/**
 * Password verifiers: one for each keyring, by which the proxy itself checks the user's account password.
 *
 * A verifier is stored beside the keyring as `<user id>.verifier`, with a mirror. It contains an Argon2id hash, or none if no
 * password may open the keyring. Format 1.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { DamagedFile, mirroredFile, type ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { minCost, passphraseKey, saltBytes, isStrongEnough } from '../crypto/passphrase.ts';

/** Argon2id parameters and the password's hash; without a hash no password fits. */
export const Verifier = z.object({
  format: z.literal(1),
  user: z.string(),
  kdf: z.literal('argon2id'),
  memory: z.number().int().max(2 * 1024 * 1024), // prettier-ignore
  passes: z.number().int().max(64),
  lanes: z.number().int().max(16),
  /** 16 random bytes in base64, which also identify the verifier. */
  salt: z.base64(),
  hash: z.base64().nullable(),
  /** For the keyring of a service account: the person whose tokens for it open it. No password does. */
  custodian: z.string().optional(),
});
export type Verifier = z.infer<typeof Verifier>;

/** The verifiers of a folder of keyrings. */
export type Verifiers = {
  /** The user's verifier; null without one. A damaged one counts as a verifier that no password fits. */
  of(user: string): Promise<Verifier | null>;
  /** A verifier that this password fits. @param password - null for one that no password fits. */
  make(user: string, password: string | null): Promise<Verifier>;
  /** A verifier for the keyring of a service account. */
  makeFor(user: string, custodian: string): Verifier;
  /** Whether a password fits a verifier. */
  fits(verifier: Verifier, password: string): Promise<boolean>;
  /** Stores a verifier in place of the previous one. @throws {StorageError} if writing fails. */
  set(verifier: Verifier): Promise<void>;
};

/** @param report - called with a sentence about each damaged file. */
export function openVerifiers(folder: string, report: ReportProblem = () => undefined): Verifiers {
  const fileOf = (user: string) => {
    if (!shortIdPattern.test(user)) throw new RangeError('A verifier belongs to a user id of 22 characters.');
    return mirroredFile(join(folder, `${user}.verifier`), Verifier, report);
  };
  // One hash at a time: each needs 64 MiB.
  const hashing = pLimit(1);
  const verifierWithoutHash = (user: string): Verifier => ({
    format: 1,
    user,
    kdf: 'argon2id',
    ...minCost,
    salt: randomBytes(saltBytes).toString('base64'),
    hash: null,
  });
  return {
    async of(user) {
      try {
        const found = await fileOf(user).read();
        if (found === null || (found.user === user && isStrongEnough(found))) return found;
        report(`The password verifier ${fileOf(user).path} was changed, so no password fits it any more. Unlock the keyring with its passphrase or its 24 words.`); // prettier-ignore
        return verifierWithoutHash(user);
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        report(
          `The password verifier ${error.path} was damaged, and so was its copy. Both were set aside as ${error.aside.join(' and ')}. Unlock the keyring with its passphrase or its 24 words.`,
        );
        const placeholder = verifierWithoutHash(user);
        // Written so that the keyring doesn't look as if it never had a verifier.
        await fileOf(user).write(placeholder);
        return placeholder;
      }
    },
    async make(user, password) {
      const made = verifierWithoutHash(user);
      if (password === null || password === '') return made;
      const key = await hashing(() => passphraseKey(password, Buffer.from(made.salt, 'base64'), minCost));
      return { ...made, hash: key.toString('base64') };
    },
    makeFor: (user, custodian) => ({ ...verifierWithoutHash(user), custodian }),
    async fits({ hash, salt, ...cost }, password) {
      if (hash === null || password === '' || !isStrongEnough(cost)) return false;
      const key = await hashing(() => passphraseKey(password, Buffer.from(salt, 'base64'), cost));
      const known = Buffer.from(hash, 'base64');
      return known.length === key.length && timingSafeEqual(known, key);
    },
    set: (verifier) => fileOf(verifier.user).write(verifier),
  };
}
