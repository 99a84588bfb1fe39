import { describe, expect, it } from 'vitest';
import { minCost, passphraseKey, isStrongEnough, defaultCost } from '@cloakroom/proxy/crypto/passphrase.ts';

const salt = Buffer.from('0123456789abcdef');

describe('the key of a passphrase', () => {
  it.each([
    { ...minCost, memory: minCost.memory - 1 },
    { ...minCost, passes: 2 },
    { ...minCost, lanes: 3 },
    { ...minCost, passes: NaN },
  ])('is never derived at less than the minimum cost: %o', async (cost) => {
    expect(isStrongEnough(cost)).toBe(false);
    await expect(passphraseKey('correct horse', salt, cost)).rejects.toThrow('below the floor');
  });

  it('costs more than the minimum for a new keyring, which is 64 MiB and three passes', () => {
    expect(minCost).toEqual({ memory: 65_536, passes: 3, lanes: 4 });
    expect(isStrongEnough(defaultCost)).toBe(true);
  });

  it('needs a passphrase and a complete salt', async () => {
    await expect(passphraseKey('', salt, minCost)).rejects.toThrow('empty');
    await expect(passphraseKey('x', salt.subarray(1), minCost)).rejects.toThrow('16 bytes');
  });
});
