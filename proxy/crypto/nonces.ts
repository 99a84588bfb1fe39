/** Random nonces, fetched in bulk: one call to the system's generator serves many seals. */
import sodium from 'sodium-native';

/** Bytes of a nonce of XChaCha20-Poly1305: long enough that random ones never meet. */
export const nonceBytes = 24;

const count = 512;
const pool = Buffer.alloc(count * nonceBytes);
const nonces = Array.from({ length: count }, (_, i) => pool.subarray(i * nonceBytes, (i + 1) * nonceBytes));
let used = count;

/** A nonce that nobody had before. The bytes are lent: copy them before asking for the next. */
export function nextNonce(): Buffer {
  if (used === count) {
    sodium.randombytes_buf(pool);
    used = 0;
  }
  return nonces[used++]!;
}
