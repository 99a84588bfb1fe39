/**
 * A restored snapshot of a virtual machine yields the same random numbers twice; no nonce may repeat because of that.
 */
import { afterEach, expect, test, vi } from 'vitest';
import sodium from 'sodium-native';
import { sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { nonceBytes } from '@cloakroom/sealed-index/crypto/nonces.ts';

const key = Buffer.alloc(32, 7);
const nonceOf = (envelope: Buffer) => envelope.subarray(0, nonceBytes).toString('hex');
const associatedAt = (number: number) => Buffer.from(`record ${number}`);

/** Resets the random numbers: the same bytes in the same order after each call. */
function bringBack(): void {
  let draws = 0;
  vi.spyOn(sodium, 'randombytes_buf').mockImplementation((bytes) => {
    bytes.fill(draws++ % 256);
  });
}
afterEach(() => vi.restoreAllMocks());

/** The nonces of what is sealed from the current state on. */
function sealedFrom(text: string, count: number): string[] {
  bringBack();
  return Array.from({ length: count }, (_, number) =>
    nonceOf(sealBytes(key, associatedAt(number), Buffer.from(`${text} ${number}`))),
  );
}

test('two machines that continue from the same state seal different messages with different nonces', () => {
  const [one, other] = [sealedFrom('Ada', 2_000), sealedFrom('Bob', 2_000)];
  expect(new Set([...one, ...other]).size).toBe(4_000);
});

test('nonces do not repeat if only the place, the key or the end of the place differs', () => {
  const envelopes: Buffer[] = [];
  for (const [own, associated, message] of [
    [key, 'ab', 'c'],
    [key, 'a', 'bc'],
    [key, '', 'abc'],
    [key, 'abc', ''],
    [Buffer.alloc(32, 8), 'ab', 'c'],
  ] as const) {
    bringBack();
    envelopes.push(sealBytes(own, Buffer.from(associated), Buffer.from(message)));
  }
  expect(new Set(envelopes.map(nonceOf)).size).toBe(envelopes.length);
});

test('each seal draws from the system: no random bytes are kept between two', () => {
  const drawn = vi.spyOn(sodium, 'randombytes_buf');
  for (let number = 0; number < 50; number++) sealBytes(key, associatedAt(number), Buffer.from('Ada'));
  expect(drawn).toHaveBeenCalledTimes(50);
});
