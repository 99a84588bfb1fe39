/** Keys and device ids that are derived from a keyring's seed. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import { deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';

/** A seed's key of a schema for one generation; `name` is a field or `__query`. */
export const seedKey = (seed: Buffer, schema: string, name: string, generation: number): Buffer =>
  name === queryKeyName
    ? deriveKey(seed, 'query', schema, generation)
    : deriveKey(seed, 'field', schema, name, generation);

/** A seed's Ed25519 key for a schema's access log. */
export const seedAccessKey = (seed: Buffer, schema: string): Buffer => deriveKey(seed, 'access log', schema);

/** A seed's key for the spooled data of an upload job. */
export const seedSpoolKey = (seed: Buffer, job: string): Buffer => deriveKey(seed, 'spool', job);

const nonceBytes = 8;
const markBytes = 16;

const markOf = (seed: Buffer, nonce: Buffer): Buffer =>
  deriveKey(seed, 'device', nonce).subarray(0, markBytes);

/**
 * A new device id: 8 random bytes and 16 bytes derived from the seed, in base64url. Recovery words can be checked against it,
 * and without the seed it reveals nothing.
 */
export function newDeviceId(seed: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([nonce, markOf(seed, nonce)]).toString('base64url');
}

/** Whether a device id has the form of {@link newDeviceId}. Earlier ones are 16 random bytes. */
export const isMarked = (device: string): boolean => bytesOf(device) !== null;

/** Whether a device id was made from this seed. */
export function isDeviceOf(seed: Buffer, device: string): boolean {
  const bytes = bytesOf(device);
  return (
    bytes !== null && timingSafeEqual(bytes.subarray(nonceBytes), markOf(seed, bytes.subarray(0, nonceBytes)))
  );
}

function bytesOf(device: string): Buffer | null {
  const bytes = Buffer.from(device, 'base64url');
  return bytes.length === nonceBytes + markBytes && bytes.toString('base64url') === device ? bytes : null;
}
