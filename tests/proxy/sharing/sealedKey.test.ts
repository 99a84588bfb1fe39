import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receivingPair } from '@cloakroom/proxy/crypto/hpke.ts';
import { signingPair } from '@cloakroom/proxy/crypto/sign.ts';
import {
  openSealedKey,
  proofOf,
  sealKey,
  type SealedKeyContext,
} from '@cloakroom/proxy/sharing/sealedKey.ts';

const pair = () => ({ signing: signingPair(), receiving: receivingPair() });
const [sender, recipient] = [pair(), pair()];
const party = (id: string, { signing, receiving }: ReturnType<typeof pair>) => ({
  id,
  signs: signing.publicKey.toString('hex'),
  receives: receiving.publicKey.toString('hex'),
});
const address: SealedKeyContext = {
  request: 'request',
  schema: 'schema',
  field: 'name',
  recipient: party('grace', recipient),
  sender: party('ada', sender),
};
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const keys = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 999 }), key), {
    minLength: 1,
    maxLength: 5,
    selector: ([at]) => at,
  })
  .map((entries) => new Map(entries));
const seal = (to: SealedKeyContext, held: Map<number, Buffer>) =>
  sealKey(to, held, sender.signing.privateKey);

describe('a sealed key', () => {
  test('carries keys of any number of generations, and its proof is that of the newest', async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (held) => {
        const sealedKey = await seal(address, held);
        expect(await openSealedKey(address, sealedKey, recipient.receiving.privateKey)).toEqual(held);
        const newest = Math.max(...held.keys());
        expect(sealedKey.proof).toBe(proofOf(address.request, new Map([[newest, held.get(newest)!]])));
        expect(sealedKey.proof).toMatch(/^[0-9a-f]{64}$/);
        expect(sealedKey.proof).not.toBe(proofOf('another request', held));
      }),
      { numRuns: 20 },
    );
  });

  test('opens only for what it was sealed for', async () => {
    const sealedKey = await seal(address, new Map([[1, Buffer.alloc(32, 7)]]));
    const stranger = party('eve', pair());
    const changed: Partial<SealedKeyContext>[] = [
      { request: 'other' },
      { schema: 'other' },
      { field: 'nam' },
      { recipient: { ...address.recipient, id: 'other' } },
      { recipient: { ...address.recipient, signs: stranger.signs } },
      { recipient: { ...address.recipient, receives: stranger.receives } },
      { sender: { ...address.sender, id: 'other' } },
      { sender: { ...address.sender, signs: stranger.signs } },
      { sender: { ...address.sender, receives: stranger.receives } },
      { schema: 'schemaname', field: '' },
      { recipient: address.sender, sender: address.recipient },
    ];
    for (const change of changed)
      expect(await openSealedKey({ ...address, ...change }, sealedKey, recipient.receiving.privateKey)).toBe(
        'signature',
      );
    expect(await openSealedKey(address, sealedKey, sender.receiving.privateKey)).toBe('seal');
  });
});
