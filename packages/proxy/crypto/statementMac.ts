/** MACs of signed statements. Their key is derived from a schema's query key for one kind of statement. */
import { timingSafeEqual } from 'node:crypto';
import sodium from 'sodium-native';
import { deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';

/**
 * Keyed BLAKE2b-256.
 * @param label - the kind of statement.
 */
export function statementMac(queryKey: Uint8Array, label: string, bytes: Buffer): Buffer {
  const mac = Buffer.alloc(sodium.crypto_generichash_BYTES);
  sodium.crypto_generichash(mac, bytes, deriveKey(queryKey, label));
  return mac;
}

/** Whether a MAC in hex is the expected one; in constant time. */
export function isMac(expected: Buffer, claimedMac: string): boolean {
  const bytes = Buffer.from(claimedMac, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
