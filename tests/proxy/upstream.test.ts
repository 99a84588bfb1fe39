/** Calls to a service without TLS that works, and behind a load balancer that loses its servers. */
import { once } from 'node:events';
import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createDataset } from '@cloakroom/contract/datasets.ts';
import { readGroups } from '@cloakroom/contract/segments.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { openUpstream } from '@cloakroom/proxy/upstream.ts';
import { createCertificate } from '#tools/servers/certificate.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Calls a server by https, whatever it speaks. */
async function callTo(server: Server): Promise<{ origin: string; problem: unknown }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream = openUpstream(origin);
  closing.push(() => upstream.close());
  const call = upstream.call(getSelf, { credentials: { authorization: 'Basic secret' }, query: {} });
  return { origin, problem: await call.catch((error: unknown) => error) };
}

test('names a certificate that is not accepted, and sends nothing', async () => {
  const pem = createCertificate(await temporaryFolder());
  let requests = 0;
  const server = createServer({ key: pem, cert: pem }, () => requests++);
  const { origin, problem } = await callTo(server);
  expect(problem).toMatchObject({
    status: 502,
    message:
      `The service at ${origin} has no certificate that this machine accepts (DEPTH_ZERO_SELF_SIGNED_CERT), so nothing was sent. ` +
      'Ask its operator for a valid one, correct UPSTREAM, or name its authority with NODE_EXTRA_CA_CERTS.',
  });
  expect(requests).toBe(0);
});

test('names a server that speaks no TLS', async () => {
  const { problem } = await callTo(createHttpServer());
  expect(problem).toMatchObject({
    status: 502,
    message: expect.stringMatching(/\((EPROTO|ERR_SSL_\w+)\)/) as string,
  });
});

/** A server that answers the n-th request as `answers` says, and all later ones like the last. */
async function serverOf(...answers: ((response: ServerResponse) => void)[]) {
  let requests = 0;
  const server = createHttpServer((request, response) => {
    request.resume().on('end', () => answers[Math.min(requests++, answers.length - 1)]!(response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  const upstream = openUpstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closing.push(() => upstream.close());
  return { upstream, requests: () => requests };
}
const gateway = (response: ServerResponse) => response.writeHead(502).end('<html>502 Bad Gateway</html>');
const hangUp = (response: ServerResponse) => response.destroy();
const cut = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '100' }).write('{');
  setTimeout(() => response.destroy(), 10);
};
const bytes = (response: ServerResponse) => response.end('bytes');
const credentials = { authorization: 'Basic secret' };
const readingBody = { schema: 'abcdefghijkmnopqrstuvw', groups: [] };

describe.each([
  ['is answered 502 by a load balancer', gateway],
  ['is not answered', hangUp],
  ['is answered in part', cut],
])('a call that %s', (_, fails) => {
  test('is sent again if it changes nothing', async () => {
    const { upstream, requests } = await serverOf(fails, fails, bytes);
    const groups = await upstream.call(readGroups, { credentials, body: readingBody });
    expect(Buffer.from(groups).toString()).toBe('bytes');
    expect(requests()).toBe(3);
  });

  test('is sent three times at most', async () => {
    const { upstream, requests } = await serverOf(fails);
    const call = upstream.call(readGroups, { credentials, body: readingBody });
    await expect(call).rejects.toMatchObject({ status: expect.toBeOneOf([502, 503]) as number });
    expect(requests()).toBe(3);
  });

  test('is not sent again if it changes something', async () => {
    const { upstream, requests } = await serverOf(fails, bytes);
    const call = upstream.call(createDataset, { credentials, body: { name: 'A', organization: 'b' } });
    await expect(call).rejects.toMatchObject({ status: expect.toBeOneOf([502, 503]) as number });
    expect(requests()).toBe(1);
  });
});

test.each([
  ['GET', 2],
  ['POST', 1],
] as const)(
  'a forwarded %s that a load balancer answers with 502 is sent %i times',
  async (method, times) => {
    const { upstream, requests } = await serverOf(gateway, bytes);
    const answer = await upstream.request({ method, path: '/api/users/self/', body: null });
    await answer.body.dump();
    expect([answer.statusCode, requests()]).toEqual([times === 2 ? 200 : 502, times]);
  },
);
