/** Lists of the service that never end. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listIdentities, type Identity } from '@cloakroom/contract/identities.ts';
import { requireNoEarlierKeys } from '@cloakroom/proxy/keyring/restoring/evidence.ts';
import { maxListItems } from '@cloakroom/client/paginate.ts';
import { paginate } from '@cloakroom/proxy/paginate.ts';
import { openUpstream, type Upstream } from '@cloakroom/proxy/upstream.ts';
import { listOutstanding } from '@cloakroom/proxy/sharing/outstandingRequests.ts';

const identity: Identity = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  url: '/api/identities/AAAAAAAAAAAAAAAAAAAAAA/',
  user: '/api/users/AAAAAAAAAAAAAAAAAAAAAA/',
  device_id: 'device',
  primary_public_key: '00'.repeat(32),
  sub_public_key: '00'.repeat(32),
  created: '2026-01-01T00:00:00.000Z',
  revoked: null,
};

let service: Server;
let upstream: Upstream;
let pages = 0;
/** Answers each page of each list with as many items as requested, and claims a total of 10^15. */
beforeAll(async () => {
  service = createServer(({ url = '/' }, response) => {
    pages++;
    const { pathname, searchParams } = new URL(url, 'http://service');
    const items =
      pathname === listIdentities.path
        ? Array<Identity>(Number(searchParams.get('limit'))).fill(identity)
        : [];
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': String(10 ** 15) });
    response.end(JSON.stringify(items));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  upstream = openUpstream(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await upstream.close();
  service.close();
});

const refusal = {
  status: 502,
  message:
    'The service’s list has more than 200,000 items, so it is not used. Tell the operator of the service.',
};

test('refuses a list of the service whose pages never end, after 200,000 items', async () => {
  await expect(requireNoEarlierKeys(upstream, { user: 'ada', credentials: {} })).rejects.toMatchObject(
    refusal,
  );
  // One page more than is allowed, and the list of schemas, which is empty.
  expect(pages).toBe(maxListItems / 1000 + 2);
});

test('refuses a list of requests that never ends', async () => {
  let calls = 0;
  const endless = { call: () => Promise.resolve(Array(1000).fill(calls++)) } as unknown as Upstream;
  await expect(listOutstanding(endless, {})).rejects.toMatchObject(refusal);
  expect(calls).toBe(maxListItems / 1000 + 1);
});

const numbers = (length: number) => (page: { limit: number; offset: number }) =>
  Promise.resolve(
    Array.from(
      { length: Math.max(0, Math.min(page.limit, length - page.offset)) },
      (_, at) => page.offset + at,
    ),
  );

test('returns a list of exactly 200,000 items', async () => {
  const items = await paginate(numbers(maxListItems));
  expect([items.length, items.at(-1)]).toEqual([maxListItems, maxListItems - 1]);
});
