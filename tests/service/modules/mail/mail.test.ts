/** Where mails go: to a mail server, or into the outbox and onto its page. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMail } from '#service/modules/mail/mail.ts';
import { outboxAddress, outboxToken } from '#service/modules/mail/outboxToken.ts';
import { openUnsent } from '#service/modules/mail/unsent.ts';
import { startService } from '#tests/service/support/service.ts';
import { patiently } from '#tests/support/patiently.ts';

const letter = { to: 'zoe@example.org', subject: 'Über uns', text: 'Hello,\n\nhttps://a.example/?x=1&y=2\n' };
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-mail-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));
const outbox = () => openMail({ smtpUrl: '', mailFrom: 'Cloakroom <c@localhost>', dataDir });

test('without a mail server a mail becomes a file that bare eyes can read and nobody else may', async () => {
  await outbox().send(letter);
  const [name = ''] = await readdir(join(dataDir, 'outbox'));
  expect(name).toMatch(/\.eml$/);
  const text = await readFile(join(dataDir, 'outbox', name), 'utf8');
  expect(text).toContain('To: zoe@example.org\r\n');
  expect(text).toContain('\r\n\r\nHello,\r\n\r\nhttps://a.example/?x=1&y=2\r\n');
  expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600);
});

test('a subject of several lines adds no header', async () => {
  await outbox().send({ ...letter, subject: 'Invitation to X\r\nBcc: everybody@example.org' });
  const [name = ''] = await readdir(join(dataDir, 'outbox'));
  expect(await readFile(join(dataDir, 'outbox', name), 'utf8')).not.toMatch(/^Bcc/m);
});

test('the outbox page shows the mails newest first, their links to click on, everything else as text', async () => {
  const service = await startService();
  const mail = openMail(service.config);
  await mail.send(letter);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await mail.send({ ...letter, subject: '<img src=x onerror=alert(1)>' });
  const headers = { host: 'localhost:8000' };
  const page = await service.app.inject({ url: outboxAddress(service.config, ''), headers });
  const cookie = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const later = await service.app.inject({ url: '/outbox/', headers: { ...headers, cookie } });
  await service.close();
  expect(later.body).toBe(page.body);
  expect(page.cookies).toMatchObject([{ name: 'outbox', path: '/outbox', httpOnly: true, sameSite: 'Lax' }]);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).toContain('<a href="https://a.example/?x=1&amp;y=2">https://a.example/?x=1&amp;y=2</a>');
  expect(page.body).toContain('Über uns');
  expect(page.body).not.toContain('<img');
  expect(page.body.indexOf('&lt;img')).toBeLessThan(page.body.indexOf('Über uns'));
});

test.each([
  ['another machine', { remoteAddress: '192.0.2.7', headers: { host: 'localhost' } }],
  ['a page that has its own name point here', { headers: { host: 'evil.example' } }],
  ['a client of a load balancer', { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.9' } }],
  ['a client of a server that says Forwarded', { headers: { host: 'localhost', forwarded: 'for=x' } }],
  ['a client of a server that says Via', { headers: { host: 'localhost', via: '1.1 x' } }],
  ['everybody where the console is elsewhere', { headers: { host: 'localhost' } }, 'https://console.example'],
  ['everybody where there is a mail server', { headers: { host: 'localhost' } }, undefined, 'smtp://mail'],
])('the outbox is hidden from %s', async (_, from, publicUrl = 'http://localhost:8080', smtpUrl = '') => {
  const service = await startService({ publicUrl, smtpUrl });
  const token = outboxToken(service.config);
  const answers = await Promise.all(
    [`/outbox/?token=${token}`, '/api/status/'].map((url) => service.app.inject({ url, ...from })),
  );
  await service.close();
  expect(answers[0]!.statusCode).toBe(404);
  expect(answers[1]!.json()).not.toHaveProperty('outbox');
});

test.each([
  ['without the token', '/outbox/', ''],
  ['with another token', `/outbox/?token=${'a'.repeat(43)}`, ''],
  ['with several tokens', '/outbox/?token=a&token=b', ''],
  ['with another cookie', '/outbox/', 'outbox=abc'],
])(
  'shows no mail %s, as a server in front that adds no header would ask, and says what opens it',
  async (_, url, cookie) => {
    const service = await startService();
    await openMail(service.config).send(letter);
    const page = await service.app.inject({ url, headers: { host: '127.0.0.1:8000', cookie } });
    await service.close();
    expect(page.statusCode).toBe(403);
    expect(page.body.replace(/\s+/g, ' ')).toContain(
      'the address that was printed when the programs started',
    );
    expect(page.body).not.toMatch(/zoe|a\.example/);
    expect(page.cookies).toEqual([]);
  },
);

test('a mail server gets the mail', async () => {
  const { url, received, close } = await mailServer();
  const mail = openMail({ smtpUrl: url, mailFrom: 'c@localhost', dataDir });
  await mail.send(letter);
  mail.close();
  await close();
  expect(received()).toContain('RCPT TO:<zoe@example.org>');
});

test('what a mail server doesn’t take is kept at once, and sent when it is back, even by a later run', async () => {
  const troubles: string[] = [];
  const mail = openMail({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'c@localhost', dataDir }, (trouble) =>
    troubles.push(trouble),
  );
  const start = Date.now();
  await mail.send(letter);
  mail.close();
  expect(Date.now() - start).toBeLessThan(3_000);
  expect(troubles).toHaveLength(1);
  const delivered: unknown[] = [];
  const later = openUnsent(
    dataDir,
    async (kept) => void delivered.push(kept),
    () => undefined,
    10,
  );
  await vi.waitFor(() => expect(delivered).toEqual([letter]), patiently);
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'unsent'))).toEqual([]), patiently);
  later.close();
});

test('a letter that is refused for good holds up none behind it, and the log says so without an address', async () => {
  const { url, received, close } = await mailServer('zoe@');
  const away = openUnsent(dataDir, nobody, () => undefined);
  await away.keep(letter, new Error('away'));
  await new Promise((resolve) => setTimeout(resolve, 2));
  await away.keep({ ...letter, to: 'yan@example.org' }, new Error('away'));
  away.close();
  const transport = createTransport(url);
  const troubles: string[] = [];
  const back = openUnsent(
    dataDir,
    async (kept) => {
      await transport.sendMail({ from: 'c@localhost', ...kept });
    },
    (trouble) => troubles.push(trouble),
    10,
  );
  const left = () => readdir(join(dataDir, 'unsent'));
  await vi.waitFor(async () => expect(await left()).toHaveLength(1), patiently);
  back.close();
  expect(received()).toContain('RCPT TO:<yan@example.org>\r\nDATA');
  expect(troubles[0]).toMatch(/kept to be sent later: .*550 .*nobody here/);
  expect(troubles.join('\n')).not.toContain('@');
  transport.close();
  await close();
});

test('a letter that nobody takes for three days is given up, and the log says so; a younger one is kept', async () => {
  const troubles: string[] = [];
  const unsent = openUnsent(dataDir, nobody, (trouble) => troubles.push(trouble), 10);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 73 * 60 * 60_000 });
  await unsent.keep(letter, new Error('away'));
  vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
  await unsent.keep(letter, new Error('away'));
  vi.useRealTimers();
  const left = () => readdir(join(dataDir, 'unsent'));
  await vi.waitFor(async () => expect(await left()).toHaveLength(1), patiently);
  unsent.close();
  expect(troubles).toContain('A mail could not be sent for three days and was given up: nobody answers');
});

const nobody = () => Promise.reject(new Error('nobody answers'));

/** The least of a mail server: agrees to everything, but for letters to those whose address begins like this. */
async function mailServer(unknown?: string) {
  let heard = '';
  let inBody = false;
  const server: Server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (inBody) {
          if (line === '.') socket.write('250 kept\r\n');
          inBody = line !== '.';
        } else if (line === 'DATA') {
          inBody = true;
          socket.write('354 go on\r\n');
        } else if (unknown && line.startsWith(`RCPT TO:<${unknown}`))
          socket.write(`550 5.1.1 ${line.slice(8)}: nobody here\r\n`);
        else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    received: () => heard,
    close: () => new Promise((done) => server.close(done)),
  };
}
