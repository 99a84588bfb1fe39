/** A gateway with a certificate: names, pages, cookies, and a certificate that is renewed. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { password, person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { fetchBy, makeCertificate, startGateway } from './support.ts';

const service = await startService({ listen: true });
const folder = await temporaryFolder();
const files = await makeCertificate(folder, ['localhost', 'db1.example.org']);
const problems: string[] = [];
const gateway = await startGateway(
  {
    UPSTREAM: service.url,
    PROXY_TLS_CERT: files.certFile,
    PROXY_TLS_KEY: files.keyFile,
    PROXY_HOST: '127.0.0.1',
    PROXY_ALLOWED_HOSTS: 'db1.example.org',
  },
  { reloadIntervalMs: 20, report: (sentence) => problems.push(sentence) },
);
const { port } = gateway;
const origin = `https://127.0.0.1:${port}`;
const connection = fetchBy({ ca: await readFile(files.certFile, 'utf8') });
afterAll(async () => {
  await connection.close();
  await careless.close();
  await gateway.close();
  await service.close();
});

/** Of a client that accepts every certificate: the proxy itself has to refuse foreign names. */
const careless = fetchBy({ rejectUnauthorized: false });
const statusWith = async (headers: Record<string, string>) =>
  (await careless.request(origin, '/api/status/', headers)).status;

test('answers under this machine’s names and the allowed ones, at its port only', async () => {
  for (const name of ['localhost', '127.0.0.1', 'db1.example.org', 'DB1.example.org'])
    expect(await statusWith({ host: `${name}:${port}` }), name).toBe(200);
  for (const host of ['db1.example.org', 'evil.test', `evil.test:${port}`, `db2.example.org:${port}`])
    expect(await statusWith({ host }), host).toBe(421);
});

test('answers only pages of its own https origins', async () => {
  const host = `db1.example.org:${port}`;
  expect(await statusWith({ host, origin: `https://${host}` })).toBe(200);
  for (const page of [`http://${host}`, 'https://db1.example.org', 'https://evil.test'])
    expect(await statusWith({ host, origin: page }), page).toBe(403);
});

test('sends cookies that browsers return by https alone', async () => {
  const { user } = await person(service);
  const answer = await connection.fetch(`${origin}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: user.email, password }),
  });
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/);
});

test('plain text is not answered', async () => {
  await expect(fetch(`http://127.0.0.1:${port}/api/status/`)).rejects.toThrow();
});

/** The names of the certificate that a new connection gets. */
const namesShown = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subjectaltname ?? '');
      socket.end();
    });
    socket.once('error', reject);
  });

test('uses a renewed certificate without a restart, and keeps the previous one while the files don’t match', async () => {
  const renewed = await makeCertificate(folder, ['renewed.example.org'], 'renewed');
  const replaceCertificate = async (text: string | Buffer) => {
    await writeFile(join(folder, 'next.crt'), text);
    await rename(join(folder, 'next.crt'), files.certFile);
  };
  const steps = [
    ['', 'no start line'],
    [await readFile(renewed.certFile), 'the key belongs to another certificate'],
  ] as const;
  for (const [step, [text, problem]] of steps.entries()) {
    await replaceCertificate(text);
    await expect.poll(() => problems).toHaveLength(step + 1);
    expect(problems[step]).toMatch(
      /PROXY_TLS_CERT and PROXY_TLS_KEY: .* The previous certificate stays in use\.$/,
    );
    expect(problems[step]).toContain(problem);
    expect(await namesShown()).toContain('db1.example.org');
  }
  await rename(renewed.keyFile, files.keyFile);
  await expect.poll(namesShown).toContain('renewed.example.org');
  expect(problems).toHaveLength(steps.length);
});

test('names a certificate that can’t be read, or isn’t the key’s', async () => {
  const other = await makeCertificate(folder, ['other.example.org'], 'other');
  const start = (certFile: string, keyFile: string) =>
    startGateway({ UPSTREAM: service.url, PROXY_TLS_CERT: certFile, PROXY_TLS_KEY: keyFile });
  await expect(start(`${folder}/none.crt`, other.keyFile)).rejects.toThrow(
    /^PROXY_TLS_CERT: the file .*none.crt can’t be read \(ENOENT\)/,
  );
  await writeFile(`${folder}/empty.key`, '');
  await expect(start(other.certFile, `${folder}/empty.key`)).rejects.toThrow(
    /are not a PEM certificate and its key/,
  );
  await expect(start(other.certFile, files.keyFile)).rejects.toThrow(/are not a PEM certificate and its key/);
});
