/** Passwords: Argon2id, a few at a time, and as slow for nobody as for somebody. */
import { hash, verify } from '@node-rs/argon2';

export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Whether it is the password; with no hash (an unknown person) it takes as long and says no. */
  verify: (hash: string | null | undefined, password: string) => Promise<boolean>;
  /** Runs whole checks of passwords, counting included, at most four at a time: sign-ins that wait are not yet counted. */
  inTurn: <Result>(check: () => Promise<Result>) => Promise<Result>;
};

/** OWASP's least: Argon2id (2), 19 MiB, two passes, one lane. */
const strength = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 4;

/** @param work - how hard hashing is; only tests that make hundreds of people ask for less. */
export function createPasswords(work = strength): Passwords {
  const turn = turns(atOnce);
  const nobody = turn(() => hash('nobody has this password', work));
  return {
    inTurn: turns(atOnce),
    hash: (password) => turn(() => hash(password, work)),
    verify: async (known, password) => {
      const target = known ?? (await nobody);
      const right = await turn(() => verify(target, password));
      return right && Boolean(known);
    },
  };
}

/** Lets at most `most` tasks run at a time, first come first served: hashing may not take the whole machine. */
function turns(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === most) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
