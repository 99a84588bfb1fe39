/** Key checks: what the service stores so that a proxy knows a key before it uses it, and learns nothing of the key. */
import sodium from 'sodium-native';
import { canonical } from './derive.ts';

/** The name under which a schema's query key stands beside its fields. */
export const queryKeyName = '__query';

const bytes = 16;

/** The commitment to a schema's key, as 32 hex characters. `name` is a field or {@link queryKeyName}. */
export function keyCheck(key: Buffer, schema: string, name: string): string {
  const commitment = Buffer.alloc(bytes);
  sodium.crypto_generichash(commitment, canonical('key check', schema, name), key);
  return commitment.toString('hex');
}

/** Whether a key is the one that a check was made of; in constant time. False when the check is malformed. */
export function fitsCheck(check: string, key: Buffer, schema: string, name: string): boolean {
  const given = Buffer.from(check, 'hex');
  if (given.length !== bytes || check.length !== 2 * bytes) return false;
  return sodium.sodium_memcmp(given, Buffer.from(keyCheck(key, schema, name), 'hex'));
}

/** What only who has a key can tell of a request: 32 bytes as hex. The service compares two of them and learns no more. */
export function keyProof(key: Buffer, request: string): string {
  const proof = Buffer.alloc(32);
  sodium.crypto_generichash(proof, canonical('key proof', request), key);
  return proof.toString('hex');
}
