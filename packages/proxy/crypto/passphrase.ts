/** Keys from passphrases: Argon2id, never cheaper than a fixed floor. */
import { hashRaw } from '@node-rs/argon2';

/** Argon2id parameters: memory in KiB, passes over it, parallel lanes. */
export type PassphraseCost = { memory: number; passes: number; lanes: number };

/** The minimum: cheaper parameters are neither used nor accepted. */
export const minCost: PassphraseCost = { memory: 64 * 1024, passes: 3, lanes: 4 };
/** For passphrases that people choose: about a third of a second on two cores. */
export const defaultCost: PassphraseCost = { memory: 256 * 1024, passes: 5, lanes: 4 };

/** Bytes of a salt. */
export const saltBytes = 16;

const costParameters = ['memory', 'passes', 'lanes'] as const;

/** Whether every parameter is at least the minimum. */
export const isStrongEnough = (cost: PassphraseCost): boolean =>
  costParameters.every(
    (parameter) => Number.isInteger(cost[parameter]) && cost[parameter] >= minCost[parameter],
  );

/**
 * Derives a 32-byte key from a passphrase (Argon2id, RFC 9106, version 0x13). The passphrase is normalized (NFKC), so that
 * every keyboard gives the same key.
 * @throws {RangeError} if the cost is below the minimum, the salt is not 16 bytes, or the passphrase is empty.
 */
export async function passphraseKey(
  passphrase: string,
  salt: Uint8Array,
  cost: PassphraseCost,
): Promise<Buffer> {
  if (!isStrongEnough(cost))
    throw new RangeError(`Argon2id with ${costText(cost)} is below the floor, ${costText(minCost)}.`);
  if (salt.length !== saltBytes) throw new RangeError(`A salt has 16 bytes, not ${salt.length}.`);
  if (passphrase === '') throw new RangeError('A passphrase cannot be empty.');
  // The library's defaults are variant id and version 0x13.
  return hashRaw(passphrase.normalize('NFKC'), {
    memoryCost: cost.memory,
    timeCost: cost.passes,
    parallelism: cost.lanes,
    outputLen: 32,
    salt,
  });
}

const costText = ({ memory, passes, lanes }: PassphraseCost) =>
  `${memory} KiB, ${passes} passes, ${lanes} lanes`;
