/** The command line with a proxy so busy that it answers 408, which says that nothing was carried out. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { Job } from '@cloakroom/contract/jobs.ts';
import { runCommandLine } from '@cloakroom/proxy/commands/commandLine.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { password } from '#tests/service/support/people.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const world = await startProxyStack();
const folder = await temporaryFolder();
const { hostname, port } = new URL(world.proxy.url);

/** Calls that were refused once: an upload, and a request for its job. */
const refused = new Set<string>();
const busy = createServer((asked, reply) => {
  const kind = ['upload/', 'jobs/'].find((part) => asked.url?.includes(part)) ?? '';
  if (kind && !refused.has(kind)) {
    refused.add(kind);
    const body = JSON.stringify({ detail: 'The request took too long to arrive. Try again.' });
    reply.writeHead(408, { 'content-type': 'application/json', connection: 'close' }).end(body);
    return;
  }
  const headers = { ...asked.headers, host: `localhost:${port}` };
  const passed = request({ hostname, port, method: asked.method, path: asked.url, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  asked.pipe(passed);
});
await once(busy.listen(0, '127.0.0.1'), 'listening');

afterAll(async () => {
  busy.close();
  busy.closeAllConnections();
  await world.close();
});

test('sends a file again after 408, repeats the request for its job, and stores the file once', async () => {
  const schema = await world.schemaOf({
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  });
  const path = join(folder, 'names.csv');
  await writeFile(path, 'name\nAda\nGrace\n');
  const { code, output, errorText } = await runCommandLine({
    output: new PassThrough(),
    words: ['record', 'create', path, '--schema', schema.id],
    environment: {
      CLOAKROOM_EMAIL: world.owner.user.email,
      CLOAKROOM_PASSWORD: password,
      PROXY_PORT: String((busy.address() as AddressInfo).port),
      UPSTREAM: world.service.url,
      DATA_DIR: join(folder, 'data'),
    },
    input: Readable.from([]),
  });
  expect([code, errorText]).toEqual([0, expect.any(String)]);
  expect(Job.parse(JSON.parse(output))).toMatchObject({ status: 'complete', total: 2 });
  expect([...refused].sort()).toEqual(['jobs/', 'upload/']);
  expect((await world.ada.search({ schema: schema.id })).total).toBe(2);
});
