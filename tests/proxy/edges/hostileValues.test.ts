/** Malformed addresses, parameters and bodies: service and proxy answer each with a sentence. */
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { actor, startProxy } from '../support/proxy.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

async function folderWithConsole(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>Console</title>');
  await writeFile(join(folder, 'dist', 'assets', 'main.js'), '');
  return folder;
}

const service = await startService({ listen: true, CONSOLE_DIR: join(await folderWithConsole(), 'dist') });
const proxy = await startProxy(service.url, await folderWithConsole());
const owner = await person(service);
const definition = { type: 'object' as const, properties: { a: { type: 'string' } } };
const { id: schema } = await actor(proxy, owner.headers).schema(owner.organization.id, definition);
afterAll(async () => {
  await proxy.close();
  await service.close();
});

type Answer = { status: number; body: string };

/** Sends a request with its path unchanged; `fetch` would normalize it. */
const send = (
  base: string,
  method: string,
  path: string,
  body?: string,
  type = 'application/json',
): Promise<Answer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(base);
    const headers = {
      ...owner.headers,
      'content-type': type,
      'content-length': Buffer.byteLength(body ?? ''),
    };
    const sent = request(
      { agent, host: hostname, port, method, path, headers: { ...headers, accept: 'text/html' } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      },
    );
    sent.on('error', ({ message }) => resolve({ status: 0, body: message }));
    sent.end(body);
  });

/** Two dots, slashes, a NUL, a lone surrogate, invalid UTF-8, and an incomplete escape. */
const segments = [
  '..', '%2e%2e', '%2e%2e%2f', '..%2f..%2fpackage.json', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '..%5c..%5c', '%00', 'a%00b',
  '%ED%A0%80', '%FF', '%C0%AE', '%', '%zz', '%u0041', 'x'.repeat(400), ':', '[', '%0d%0a', '%252e%252e%252f',
]; // prettier-ignore
const texts = ['"\\ud800"', '"\\u0000"', '"__proto__"', 'null', '{}'];

const isAnsweredInWords = ({ status, body }: Answer): boolean => {
  if (status === 0 || status >= 500) return false;
  if (status < 400) return true;
  const reply = JSON.parse(body) as { detail?: unknown };
  return typeof reply.detail === 'string' && reply.detail !== '';
};

type Call = [base: string, method: string, path: string, body?: string | undefined, type?: string];

/** The calls that fail, or are refused without a sentence. */
async function unanswered(calls: Call[]): Promise<string[]> {
  const bad: string[] = [];
  const waiting = [...calls];
  const work = async () => {
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
      const answer = await send(...call);
      let words = false;
      try {
        words = isAnsweredInWords(answer);
      } catch {
        // A body that is not JSON has no sentence.
      }
      if (!words) bad.push(`${call.slice(1, 4).join(' ')}: ${answer.status} ${answer.body.slice(0, 150)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return bad;
}

const bases = () => [service.url, proxy.url];
/** Every call at the service, and at the proxy those that it does not just forward. */
const everyCall = () =>
  bases().flatMap((base) =>
    api
      .filter(({ call }) => base === service.url || call.answeredBy !== 'service')
      .map(({ call }) => ({ base, call })),
  );
const filled = (call: Endpoint, value: string) => call.path.replace(/:(\w+)/g, value);
const id = 'aaaaaaaaaaaaaaaaaaaaaa';

test('an encoded path traversal leads nowhere, on every static and every forwarded route', async () => {
  const places = [
    '/',
    '/assets/',
    '/api/',
    '/api/schemas/',
    '/api/outbox/',
    '/outbox/',
    '/datasets/',
    '/api/ws/jobs/',
  ];
  const calls = bases().flatMap((base) =>
    places.flatMap((place) =>
      segments.flatMap((segment) => ['GET', 'POST'].map((method) => [base, method, place + segment] as Call)),
    ),
  );
  expect(await unanswered(calls)).toEqual([]);
});

test('no parameter of a path or a query makes a call fail', async () => {
  const calls = everyCall().flatMap(({ base, call }) => {
    const names = call.query instanceof z.ZodObject ? Object.keys(call.query.shape) : [];
    const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : '{}';
    const values = ['%ED%A0%80', '%00', '%FF', '-1'];
    const paths = [
      ...(call.path.includes(':') ? [...values, '..%2f..%2fx', 'x'.repeat(400)] : []).map((value) =>
        filled(call, value),
      ),
      ...[...names, 'unknown'].flatMap((name) =>
        values.map((value) => `${filled(call, id)}?${name}=${value}`),
      ),
    ];
    return paths.map((path): Call => [base, call.method, path, body]);
  });
  expect(calls.length).toBeGreaterThan(1000);
  expect(await unanswered(calls)).toEqual([]);
});

/** The property names that a call's body may have, at any depth. */
function namesIn(call: Endpoint): string[] {
  if (!(call.body instanceof z.ZodType)) return [];
  const described = JSON.stringify(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }));
  return [...described.matchAll(/"(\w+)":\{/g)].map(([, name = '']) => name);
}

test('no text in a body makes a call fail', async () => {
  const calls = everyCall()
    .filter(({ call }) => call.method !== 'GET')
    .flatMap(({ base, call }) =>
      texts.flatMap((text) => {
        const names = new Set(['schema', 'id', 'url', 'data', 'name', ...namesIn(call)]);
        const all = `{${[...names].map((name) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
        const record = `{"schema":${text},"id":${text},"data":{"a":${text}}}`;
        const known = `{"schema":"${schema}","id":${text},"data":{"a":${text}},"filters":[{"label":"a","value":${text}}]}`;
        const bodies = [text, all, `[${all}]`, record, `[${record}]`, known, `[${known}]`];
        return bodies.map((body): Call => [base, call.method, filled(call, id), body]);
      }),
    );
  expect(calls.length).toBeGreaterThan(1000);
  expect(await unanswered(calls)).toEqual([]);
});

test('no link in an uploaded file makes the upload fail without a sentence', async () => {
  const calls: Call[] = ['\\ud800', '\\u0000', '../..', '%ED%A0%80', '__proto__'].map((link) => [
    proxy.url, 'POST', '/api/jobs/upload/', `[{"schema":"${link}","data":{"a":"x"}}]`, 'application/json',
  ]); // prettier-ignore
  calls.push([proxy.url, 'POST', '/api/jobs/upload/', 'a,schema_id:\u0000\nx\n', 'text/csv']);
  expect(await unanswered(calls)).toEqual([]);
});
