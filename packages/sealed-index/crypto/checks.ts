/** Key checks: MACs by which a proxy recognizes a key before it uses it. They reveal nothing about the key to the service. */
import sodium from 'sodium-native';
import { canonical } from './derive.ts';

const checkBytes = 16;

/** The commitment to a schema's key, as 32 hex characters. `name` is a field or `__query`. */
export function keyCheck(key: Buffer, schema: string, name: string): string {
  const commitment = Buffer.alloc(checkBytes);
  sodium.crypto_generichash(commitment, canonical('key check', schema, name), key);
  return commitment.toString('hex');
}

/** Whether a check was made with this key; in constant time. False if the check is malformed. */
export function fitsCheck(check: string, key: Buffer, schema: string, name: string): boolean {
  const actual = Buffer.from(check, 'hex');
  if (actual.length !== checkBytes || check.length !== 2 * checkBytes) return false;
  return sodium.sodium_memcmp(actual, Buffer.from(keyCheck(key, schema, name), 'hex'));
}

/** A MAC of a request under a key: 32 bytes as hex. The service compares two of them, which reveals nothing else. */
export function keyProof(key: Buffer, request: string): string {
  const proof = Buffer.alloc(32);
  sodium.crypto_generichash(proof, canonical('key proof', request), key);
  return proof.toString('hex');
}
