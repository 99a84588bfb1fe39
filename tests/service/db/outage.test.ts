/** A database that becomes unavailable: the service says so, admits no caller, and recovers by itself. */
import { createServer, connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { buildService } from '@cloakroom/service/app.ts';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { databaseProblem } from '@cloakroom/service/db/databaseProblem.ts';
import { person } from '#tests/service/support/people.ts';
import { quickPasswords, startService } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

/** A connection to the database that can be cut and restored. */
async function line(url: string) {
  const target = new URL(url);
  const { hostname, port } = target;
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  target.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: target.href,
    cut: () => {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    mend: () => (whole = true),
    close: () => new Promise((done) => server.close(done)),
  };
}

test('while the database is unavailable every call is a 503 with Retry-After, and afterwards all calls work', async () => {
  const service = await startService();
  const someone = await person(service);
  const wire = await line(service.databaseUrl);
  const { database, close } = openDatabase(wire.url);
  const app = await buildService({
    database,
    config: service.config,
    mail: { send: () => Promise.resolve() },
    passwords: quickPasswords(),
  });
  const calls = () =>
    Promise.all([
      app.inject({ url: '/api/users/self/', headers: someone.headers }),
      app.inject({ url: '/api/users/self/', cookies: { sessionid: 'anything' } }),
      app.inject({ method: 'POST', url: '/api/accounts/login/', payload: { login: 'a@b.example', password: 'x' } }), // prettier-ignore
      app.inject('/api/health/'),
    ]);
  const statuses = async () => (await calls()).map(({ statusCode }) => statusCode);
  expect(await statuses()).toEqual([200, 401, 400, 200]);

  wire.cut();
  const detail = 'The service’s database is not available. Try again in a moment.';
  for (const answer of await calls()) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toEqual({ detail });
  }
  expect((await app.inject('/api/status/')).statusCode).toBe(200);

  wire.mend();
  await expect.poll(statuses, pollTimeout).toEqual([200, 401, 400, 200]);
  await app.close();
  await close();
  wire.cut();
  await wire.close();
  await service.close();
});

test('a connection that breaks in the middle of a transaction fails the call, and the program continues', async () => {
  const service = await startService();
  const wire = await line(service.databaseUrl);
  const { database, close } = openDatabase(wire.url);
  const broken = database.transaction(async (transaction) => {
    await transaction.execute('select 1');
    wire.cut();
    await transaction.execute('select 1');
  });
  const error = await broken.catch((caught: unknown) => caught);
  expect(databaseProblem(error)).toMatchObject({ status: 503 });
  wire.mend();
  await vi.waitFor(() => database.execute('select 1'), pollTimeout);
  await close();
  wire.cut();
  await wire.close();
  await service.close();
});

test.each(['40001', '40P01', '55P03', '25P03', '25006'])(
  'the database’s refusal %s is a 503 with Retry-After',
  (code) => {
    const refused = Object.assign(new Error('refused'), { code });
    const problem = databaseProblem(new Error('Failed query', { cause: refused }));
    expect(problem).toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(String) as string } });
  },
);
