/** The call that creates a customer at the payment provider, with a stand-in for the provider. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { users } from '@cloakroom/service/db/schema.ts';
import { requestTimeout } from '@cloakroom/service/modules/billing/provider.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; form: Record<string, string> };

const secretKey = 'sk_test_canary';
const customer: Answer = (response) =>
  response.setHeader('Content-Type', 'application/json').end('{"id":"cus_1","object":"customer"}');
type Answer = (response: ServerResponse) => unknown;
let answer = customer;
const seen: Seen[] = [];
const provider = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, form: Object.fromEntries(new URLSearchParams(body)) });
    answer(response);
  });
});
let service: TestService;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  expect(requestTimeout.ms).toBe(3_000);
  requestTimeout.ms = 300;
  service = await startService({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl });
});
afterAll(async () => {
  requestTimeout.ms = 3_000;
  await service.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});
afterEach(() => {
  answer = customer;
  seen.length = 0;
});

const call = ({ headers }: Someone, at = service) =>
  at.app.inject({ method: 'POST', url: '/api/stripe/customer/', headers });
const stored = async ({ user }: Someone) =>
  (await service.database.select().from(users).where(eq(users.id, user.id)))[0]!.billingCustomer;

test('a user becomes a customer once, and only the address and the id are sent', async () => {
  const someone = await person(service);
  const answers = [await call(someone), await call(someone), await call(someone)];
  expect(answers.map((one) => [one.statusCode, one.json<object>()])).toEqual(
    Array(3).fill([200, { customer_id: 'cus_1' }]),
  );
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/v1/customers',
      headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': `customer-${someone.user.id}` },
    },
  ]);
  expect(seen[0]!.form).toEqual({ email: someone.user.email, 'metadata[user_id]': someone.user.id });
  expect(await stored(someone)).toBe('cus_1');
});

test('two calls in the same moment carry the same idempotency key', async () => {
  const someone = await person(service);
  await Promise.all([call(someone), call(someone)]);
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

// prettier-ignore
const failures: [string, Answer][] = [
  ['reports an internal error', (response) => response.writeHead(500).end('{"error":{"type":"api_error"}}')],
  ['doesn’t know our key', (response) => response.writeHead(401).end('{"error":{"type":"invalid_request_error"}}')],
  ['wants fewer calls', (response) => response.writeHead(429).end('{"error":{"type":"rate_limit_error"}}')],
  ['answers with something other than JSON', (response) => response.end('<html>')],
  ['hangs up', (response) => response.destroy()],
  ['never answers', () => undefined],
  ['sends its answer without end', (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  }],
];
test.each(failures)(
  'a failure of a provider that %s is reported within its timeout, and the next call tries again',
  async (_, bad) => {
    answer = bad;
    const someone = await person(service);
    const began = performance.now();
    const failed = await call(someone);
    expect(performance.now() - began).toBeLessThan(3_800);
    expect(failed.statusCode).toBe(503);
    expect(failed.json()).toEqual({
      detail: 'The payment provider doesn’t answer at the moment. Everything else works; try again later.',
    });
    expect(await stored(someone)).toBeNull();
    expect(seen).toHaveLength(1);
    answer = customer;
    expect((await call(someone)).json()).toEqual({ customer_id: 'cus_1' });
  },
);

test('people sign up, create organizations and work while the provider is unavailable', async () => {
  answer = (response) => response.destroy();
  const someone = await person(service);
  const name = 'Working on';
  const making = caller(service)(someone, 'POST', '/api/organizations/', { name });
  const [billing, organization] = await Promise.all([call(someone), making]);
  expect([billing.statusCode, organization.statusCode]).toEqual([503, 201]);
});

test('nothing is sent without a key', async () => {
  const own = await startService();
  try {
    const answer = await call(await person(own), own);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(seen).toEqual([]);
  } finally {
    await own.close();
  }
});
