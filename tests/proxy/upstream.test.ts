/** The messages of the proxy if TLS to the service fails. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { getSelf } from '@cloakroom/contract/users.ts';
import { openUpstream } from '@cloakroom/proxy/upstream.ts';
import { certificate } from '#tests/support/certificate.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'cloakroom-tls-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  const pem = certificate(folder);
  let requests = 0;
  const server = createServer({ key: pem, cert: pem }, () => requests++);
  const { origin, problem } = await callTo(server);
  expect(problem).toMatchObject({
    status: 502,
    message:
      `The service at ${origin} has no certificate that this machine accepts (DEPTH_ZERO_SELF_SIGNED_CERT), so nothing was sent. ` +
      'Ask its operator for a valid one, correct UPSTREAM, or name its authority by NODE_EXTRA_CA_CERTS.',
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
