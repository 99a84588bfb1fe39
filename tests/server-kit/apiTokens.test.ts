/** The form of API tokens: prefix, random characters and a checksum. */
import { describe, expect, test } from 'vitest';
import { apiTokenIn, isApiToken, newApiToken, requireTokenVerb } from '@cloakroom/server-kit/apiTokens.ts';

test('a token has the prefix, 30 random characters and 6 of a checksum', () => {
  const tokens = Array.from({ length: 1000 }, newApiToken);
  for (const token of tokens) expect(token).toMatch(/^clkr_[0-9A-Za-z]{36}$/);
  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.every(isApiToken)).toBe(true);
});

test('the checksum is the CRC-32 of the random characters in base62', () => {
  // The CRC-32 of thirty zeros is 2,011,552,642.
  expect(isApiToken(`clkr_${'0'.repeat(30)}2C8GjS`)).toBe(true);
});

test('the checksum detects each changed, missing and additional character', () => {
  const token = newApiToken();
  for (let at = 'clkr_'.length; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x';
    expect(isApiToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    expect(isApiToken(token.slice(0, at) + token.slice(at + 1))).toBe(false);
  }
  expect(isApiToken(`${token}0`)).toBe(false);
  expect(isApiToken(token.replace('clkr_', 'clkx_'))).toBe(false);
});

test('an API token is found in a bearer header only', () => {
  expect(apiTokenIn('Bearer clkr_abc')).toBe('clkr_abc');
  expect(apiTokenIn('bearer  clkr_abc ')).toBe('clkr_abc');
  for (const other of [undefined, 'Bearer eyJhbGciOi', 'Basic clkr_abc', 'clkr_abc']) expect(apiTokenIn(other)).toBeNull(); // prettier-ignore
});

describe('a call', () => {
  const token = { name: 'Import', verbs: ['write'] } as const;
  const refusal = (call: Parameters<typeof requireTokenVerb>[0]) => {
    try {
      requireTokenVerb(call, token);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('is permitted by one of its verbs', () => {
    expect(refusal({ tokenVerbs: ['delete', 'write'] })).toBeUndefined();
  });

  test('without verbs, or outside the contract, is closed to tokens', () => {
    expect(refusal({})).toMatch(/^"Import" is an API token, and API tokens may not make this call\./);
    expect(refusal(null)).toBe(refusal({}));
  });

  test('is refused with the verbs that it needs', () => {
    expect(refusal({ tokenVerbs: ['read', 'delete'] })).toBe(
      'The API token "Import" permits write. This call needs read or delete: create a token that permits it.',
    );
  });
});
