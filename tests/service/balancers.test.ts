/**
 * Two services behind nginx, HAProxy and Caddy with the documented configuration, which share one database behind a
 * PgBouncer with default settings.
 */
import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Job } from '@cloakroom/contract/jobs.ts';
import { buildService } from '@cloakroom/service/app.ts';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { attempts, auditLog, sessions } from '@cloakroom/service/db/schema.ts';
import { openMail } from '@cloakroom/service/modules/mail/mail.ts';
import { actor, startProxy } from '#tests/proxy/support/proxy.ts';
import { deviceOf } from '#tests/proxy/sharing/support.ts';
import { password, person } from '#tests/service/support/people.ts';
import {
  freshDatabase,
  quickPasswords,
  startService,
  type TestService,
} from '#tests/service/support/service.ts';
import { type Balancer, balancerNames, startBalancer } from '#tools/servers/balancers.ts';
import { startPgBouncer } from '#tools/servers/pgbouncer.ts';

const definition = {
  type: 'object' as const,
  properties: { city: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 2_000_000 } },
  required: ['city'],
};
/** Set `BALANCER_RECORDS=1000000` to measure. */
const rows = Number(process.env.BALANCER_RECORDS ?? 10_000);
const timeoutMs = 60_000 + rows / 2;

type Sent = { method?: string; path: string; from: string; body?: object; headers?: Record<string, string> };
type Answer = { status: number; text: string; headers: IncomingMessage['headers'] };

/** Sends a call from one of this machine's addresses. */
const send = (url: string, { method = 'POST', path, from, body, headers = {} }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const requestFunction = url.startsWith('https:') ? httpsRequest : httpRequest;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const call = requestFunction(
      url + path,
      {
        method,
        localAddress: from,
        agent: false,
        rejectUnauthorized: false,
        headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (answer) => {
        let received = '';
        answer.on('data', (chunk: Buffer) => (received += chunk.toString()));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: received, headers: answer.headers }),
        );
      },
    );
    call.on('error', reject);
    call.end(text);
  });

const login = (
  url: string,
  email: string,
  word: string,
  from: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(url, { path: '/api/accounts/login/', from, body: { login: email, password: word }, headers });

/** The last message of a job's socket. */
const lastOfSocket = (url: string, job: string, headers: Record<string, string>): Promise<Job> =>
  new Promise((resolve, reject) => {
    const address = `${url.replace('http', 'ws')}/api/ws/jobs/${job}/`;
    const socket = new WebSocket(address, { headers: { origin: url, ...headers } });
    let last: Job;
    socket.on('message', (data: Buffer) => (last = Job.parse(JSON.parse(data.toString()))));
    socket.on('close', () => resolve(last));
    socket.on('error', reject);
  });

let service: TestService;
let urls: [string, string];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const direct = await freshDatabase(process.env.TEST_DATABASE_TEMPLATE);
  const pooler = await startPgBouncer(direct.url);
  const databaseUrl = pooler.url;
  service = await startService({ listen: true, TRUSTED_PROXIES: '127.0.0.1', DATABASE_URL: databaseUrl });
  const secondConnection = openDatabase(databaseUrl);
  const second = await buildService({
    database: secondConnection.database,
    config: service.config,
    passwords: quickPasswords(),
    // Attempts are counted per period: a second clock could be in the next one.
    clock: service.clock,
    mail: { send: () => Promise.resolve() },
  });
  urls = [service.url, await second.listen({ port: 0, host: '127.0.0.1' })];
  closing.push(
    direct.drop,
    pooler.close,
    () => service.close(),
    secondConnection.close,
    () => second.close(),
  );
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

describe.each(balancerNames)('behind %s', (name) => {
  let balancer: Balancer;
  beforeAll(async () => {
    await service.database.delete(attempts);
    balancer = await startBalancer(name, urls);
  });
  afterAll(() => balancer.close());

  test('a hundred failed sign-ins from one address block no other address, whatever address they claim', async () => {
    const { user } = await person(service);
    // The address that the client claims precedes the one that the balancer adds.
    const failed = async (email: string, at: number) => {
      const headers = { 'x-forwarded-for': `198.51.100.${at}`, 'x-real-ip': `198.51.100.${at}` };
      return (await login(balancer.url, email, 'wrong', '127.0.0.2', headers)).status;
    };
    const statuses = [];
    for (let tried = 0; tried < 12; tried++) statuses.push(await failed(user.email, tried));
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    const others = Array.from({ length: 93 }, (_, at) => failed(`${randomUUID()}@example.org`, 12 + at));
    statuses.push(...(await Promise.all(others)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    const [there, elsewhere] = [await person(service), user];
    const claimed = { 'x-forwarded-for': '127.0.0.3' };
    expect((await login(balancer.url, there.user.email, password, '127.0.0.2', claimed)).status).toBe(429);
    expect((await login(balancer.url, elsewhere.email, password, '127.0.0.3')).status).toBe(200);
  });

  test('the sessions and the audit log show the client’s address', async () => {
    const { user, headers, organization } = await person(service);
    await login(balancer.url, user.email, password, '127.0.0.4', { 'x-forwarded-for': '198.51.100.1' });
    const mine = await service.database.select().from(sessions).where(eq(sessions.user, user.id));
    expect(mine.map(({ address }) => address)).toEqual(['127.0.0.4']);
    const body = { name: 'Places', organization: `/api/organizations/${organization.id}/` };
    const made = await send(balancer.url, { path: '/api/datasets/', from: '127.0.0.5', body, headers });
    expect(made.status).toBe(201);
    const logged = await service.database.select().from(auditLog).where(eq(auditLog.actor, user.id));
    expect(logged.map(({ address }) => address).sort()).toEqual(['127.0.0.4', '127.0.0.5']);
  });

  test('claims of a client that reaches a service without the balancer are ignored', async () => {
    const { user } = await person(service);
    await login(urls[1], user.email, password, '127.0.0.6', { 'x-forwarded-for': '198.51.100.1' });
    const mine = await service.database.select().from(sessions).where(eq(sessions.user, user.id));
    expect(mine.map(({ address }) => address)).toEqual(['127.0.0.6']);
  });

  test('a page at the balancer’s https address signs in with secure cookies; a page of another site does not', async () => {
    const { user } = await person(service);
    const url = `https://localhost:${balancer.tlsPort}`;
    const answer = await login(url, user.email, password, '127.0.0.7', { origin: url });
    expect(answer.status).toBe(200);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
    expect(answer.headers['strict-transport-security']).toContain('max-age=63072000');
    const foreign = { origin: 'https://evil.example' };
    expect((await login(url, user.email, password, '127.0.0.7', foreign)).status).toBe(403);
    const plain = await login(balancer.url, user.email, password, '127.0.0.7');
    expect(plain.headers['set-cookie']?.join()).not.toMatch(/Secure/);
  });

  test('the outbox is not served', async () => {
    const path = '/api/outbox/';
    const answer = await send(balancer.url, { method: 'GET', path, from: '127.0.0.1' });
    expect(answer.status).toBe(404);
  });

  test(
    'a proxy uploads, follows its job by a socket, searches, and shares a schema',
    async () => {
      const owner = await person(service);
      const reader = await person(service, { organization: owner.organization.id });
      const [proxy, other] = [await startProxy(balancer.url), await startProxy(balancer.url)];
      const [ada, grace] = [deviceOf(proxy, owner), deviceOf(other, reader)];
      try {
        const schema = await ada.schema(owner.organization.id, definition, `Places ${name}`);
        const text = JSON.stringify(
          Array.from({ length: rows }, (_, index) => ({ city: 'Oslo', number: index })),
        );
        const job = await ada.accepted(schema.id, text, 'application/json');
        const last = await lastOfSocket(proxy.url, job, owner.headers);
        expect(last).toMatchObject({ status: 'complete', processed: rows, total: rows });
        await grace.identity();
        await ada.identity();
        await ada.admit(schema, 'owners', reader);
        await ada.compareAndFulfilAll();
        await grace.compareAndReceiveAll();
        for (const one of [ada, grace]) {
          const query = { schema: schema.id, filters: [{ label: 'number', value: '10~19' }], limit: 100 };
          const { total, records } = await one.search(query);
          expect(total).toBe(10);
          const opened = await one.decrypt(records);
          expect(opened.map(({ data }) => data.number)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
        }
      } finally {
        await other.close();
        await proxy.close();
      }
    },
    timeoutMs,
  );
});

test('an upload that nginx refuses by its default limit fails with that limit and its setting', async () => {
  const refusing = await startBalancer('nginx', urls, (config) =>
    config.replace('client_max_body_size 256m;', ''),
  );
  const owner = await person(service);
  const proxy = await startProxy(refusing.url);
  try {
    const ada = actor(proxy, owner.headers);
    const schema = await ada.schema(owner.organization.id, definition);
    const text = JSON.stringify(
      Array.from({ length: 10_000 }, (_, at) => ({ city: 'Oslo '.repeat(40), number: at })),
    );
    const job = await ada.uploaded(schema.id, text, 'application/json');
    expect(job.status).toBe('failed');
    expect(job.error).toMatch(
      /^A load balancer in front of the service \(nginx\/[\d.]+\) refused a request of \d+\.\d MB as too large\. .*"client_max_body_size 256m;" \(1 MB without it\)/,
    );
  } finally {
    await proxy.close();
    await refusing.close();
  }
});

test('a plain proxy_pass of nginx shows nothing of the outbox', async () => {
  await openMail(service.config).send({
    to: 'zoe@example.org',
    subject: 'Secret',
    text: 'https://a.example/',
  });
  const plain = await startBalancer('nginx', urls, (config) =>
    config.replace(/^ +(proxy_set_header|proxy_http_version).*\n/gm, ''),
  );
  try {
    const answer = await send(plain.url, {
      method: 'GET',
      path: '/api/outbox/',
      from: '127.0.0.2',
      headers: { host: 'localhost' },
    });
    expect([403, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/zoe|a\.example/);
  } finally {
    await plain.close();
  }
});
