/** Limits guesses: after each wrong passphrase the next attempt has to wait 1, 2, 4, then 8 seconds. */
import { KeyringError } from './keyringError.ts';

const maxDelaySeconds = 8;

export type Backoff = {
  /** @throws {KeyringError} `wait` if an attempt comes too early; that attempt does not count. */
  check(): void;
  /** Counts a wrong passphrase. @returns the seconds to wait. */
  failed(): number;
  /** Resets the delay after a correct passphrase. */
  passed(): void;
};

/** @param now - milliseconds of a clock that is never set: the time of day may go back. */
export function backoff(now: () => number = () => performance.now()): Backoff {
  let failures = 0;
  let until = -Infinity;
  return {
    check() {
      const seconds = Math.ceil((until - now()) / 1000);
      if (seconds > 0)
        throw new KeyringError('wait', `Too early after a wrong passphrase. Wait ${seconds} s.`);
    },
    failed() {
      const seconds = Math.min(maxDelaySeconds, 2 ** failures++);
      until = now() + seconds * 1000;
      return seconds;
    },
    passed() {
      failures = 0;
    },
  };
}
