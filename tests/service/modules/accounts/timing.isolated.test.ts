/** The time of an answer must not reveal whether an address has an account. */
import { afterAll, expect, test } from 'vitest';
import { buildService } from '@cloakroom/service/app.ts';
import { attempts, users } from '@cloakroom/service/db/schema.ts';
import { minimumTime } from '@cloakroom/service/minimumDuration.ts';
import { createPasswords } from '@cloakroom/service/modules/accounts/passwords.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const rounds = 60;
/** A fifth of the real cost, so that the machine has less time to disturb the measurement. */
const work = { algorithm: 2, memoryCost: 4_096, timeCost: 2, parallelism: 1 };
const service = await startService();
afterAll(() => service.close());

const form = (email: string) => ({
  email,
  first_name: 'A',
  organization_name: `Organization of ${email}`,
  password: 'long enough by far',
  password_confirm: 'long enough by far',
});
const sorted = (times: number[]) => [...times].sort((one, other) => one - other);
const median = (times: number[]) => sorted(times)[times.length >> 1]!;
/** The probability that a slower answer means a known address: one half if time reveals nothing. */
const slowerProbability = (known: number[], unknown: number[]) => {
  const slower = known.flatMap((time) =>
    unknown.map((other) => Number(time > other) + Number(time === other) / 2),
  );
  return slower.reduce((sum, part) => sum + part, 0) / slower.length;
};

test('a refusal takes at least a tenth of a second', () => {
  expect(minimumTime.ms).toBe(100);
});

// A refusal always takes at least a tenth of a second, so the tests can run at the same time.
test.concurrent.each([
  ['signing in', '/api/accounts/login/', (login: string) => ({ login, password: 'wrong' })],
  ['asking for a new password', '/api/accounts/send-reset-password-link/', (email: string) => ({ email })],
  ['signing up', '/api/accounts/register/', form],
])('%s takes as long for a known address as for an unknown one', expectSameTime);

async function expectSameTime(_: string, url: string, body: (email: string) => object) {
  const passwords = createPasswords(work);
  const known = await person(service);
  await service.database.update(users).set({ passwordHash: await passwords.hash('the right one') });
  const app = await buildService({
    database: service.database,
    config: service.config,
    mail: { send: () => Promise.resolve() },
    passwords,
  });
  const time = async (email: string) => {
    await service.database.delete(attempts);
    const began = performance.now();
    await app.inject({ method: 'POST', url, payload: body(email) });
    return performance.now() - began;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = -5; round < rounds; round++) {
    // Each goes first equally often, because the second call finds warmer caches.
    const order = round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const which of order) {
      const took = await time(which === 'known' ? known.user.email : `${url.length}-${round}@example.org`);
      if (round >= 0) times[which].push(took);
    }
  }
  await app.close();
  // Wide bounds for a busy machine; a missing hash or query is far outside of them.
  expect(slowerProbability(times.known, times.unknown)).toBeGreaterThan(0.3);
  expect(slowerProbability(times.known, times.unknown)).toBeLessThan(0.7);
  expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(5);
}
