import { describe, expect, it } from 'vitest';
import { backoff } from '@cloakroom/proxy/keyring/backoff.ts';

describe('guessing', () => {
  it('is slowed by 1, 2, 4, then 8 seconds, until a guess is right', () => {
    let now = 0;
    const guard = backoff(() => now);
    for (const seconds of [1, 2, 4, 8, 8]) {
      expect(() => guard.check()).not.toThrow();
      expect(guard.failed()).toBe(seconds);
      now += seconds * 1000 - 1;
      expect(() => guard.check()).toThrow('Wait 1 s');
      now += 1;
    }
    guard.check();
    guard.passed();
    expect(guard.failed()).toBe(1);
  });
});
