/** Mails are sent to a mail server, or stored in the outbox, which is read as data. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOutbox } from '@cloakroom/contract/outbox.ts';
import { openMail } from '@cloakroom/service/modules/mail/mail.ts';
import { readOutbox } from '@cloakroom/service/modules/mail/outbox.ts';
import { outboxAddress, outboxToken } from '@cloakroom/service/modules/mail/outboxToken.ts';
import { openUnsent } from '@cloakroom/service/modules/mail/unsent.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const message = {
  to: 'zoe@example.org',
  subject: 'Über uns',
  text: 'Hello,\n\nhttps://a.example/?x=1&y=2\n',
};
let dataDir: string;
beforeEach(async () => void (dataDir = await temporaryFolder()));
const outbox = () => openMail({ SMTP_URL: '', MAIL_FROM: 'Cloakroom <c@localhost>', DATA_DIR: dataDir });

test('without a mail server a mail becomes a readable file with private permissions', async () => {
  await outbox().send(message);
  const [name = ''] = await readdir(join(dataDir, 'outbox'));
  expect(name).toMatch(/\.eml$/);
  const text = await readFile(join(dataDir, 'outbox', name), 'utf8');
  expect(text).toContain('To: zoe@example.org\r\n');
  expect(text).toContain('\r\n\r\nHello,\r\n\r\nhttps://a.example/?x=1&y=2\r\n');
  expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600);
});

test('a subject of several lines adds no header', async () => {
  await outbox().send({ ...message, subject: 'Invitation to X\r\nBcc: everybody@example.org' });
  const [name = ''] = await readdir(join(dataDir, 'outbox'));
  expect(await readFile(join(dataDir, 'outbox', name), 'utf8')).not.toMatch(/^Bcc/m);
});

describe('the outbox', () => {
  let service: TestService;
  let token: string;
  beforeEach(async () => {
    service = await startService();
    token = outboxToken(service.config);
    await openMail(service.config).send(message);
  });
  afterEach(() => service.close());

  test('lists the mails newest first, and returns the text of each as data', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await openMail(service.config).send({ ...message, subject: '<img src=x onerror=alert(1)>' });
    const headers = { host: 'localhost:8000' };
    const ask = (path: string) => service.app.inject({ url: `/api/outbox/${path}?token=${token}`, headers });
    const list = await ask('');
    const mails = listOutbox.reply.parse(list.json());
    const { id } = mails[1]!;
    expect(mails.map(({ subject }) => subject)).toEqual(['<img src=x onerror=alert(1)>', 'Über uns']);
    expect(list.body).not.toContain('a.example');
    expect(list.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('application/json') as string,
    });
    const shown = { to: 'zoe@example.org', subject: 'Über uns', text: message.text.trim() };
    expect((await ask(`${id}/`)).json()).toMatchObject(shown);
    for (const missing of ['nothing', encodeURIComponent(`../outbox/${id}`)])
      expect((await ask(`${missing}/`)).statusCode).toBe(404);
  });

  test('is readable at the address of a page of the console', () => {
    const address = outboxAddress(service.config, 'http://localhost:8080');
    expect(address).toBe(`http://localhost:8080/outbox?token=${token}`);
  });

  const hiddenFrom = async ({ app }: TestService, key: string, from: object) => {
    const urls = [`/api/outbox/?token=${key}`, `/api/outbox/x/?token=${key}`, '/api/status/'];
    const answers = await Promise.all(urls.map((url) => app.inject({ url, ...from })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200]);
    expect(answers[2]!.json()).not.toHaveProperty('outbox');
  };
  test.each([
    ['another machine', { remoteAddress: '192.0.2.7', headers: { host: 'localhost' } }],
    ['a page that has its own name point here', { headers: { host: 'evil.example' } }],
    ['a client of a load balancer', { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.9' } }],
    ['a client of a server that says Forwarded', { headers: { host: 'localhost', forwarded: 'for=x' } }],
    ['a client of a server that says Via', { headers: { host: 'localhost', via: '1.1 x' } }],
  ])('is hidden from %s', (_, from) => hiddenFrom(service, token, from));

  test.each([
    ['the console is on another host', { PUBLIC_URL: 'https://console.example', SMTP_URL: '' }],
    ['there is a mail server', { SMTP_URL: 'smtp://mail' }],
  ])('is hidden from all callers if %s', async (_, settings) => {
    const other = await startService(settings);
    await hiddenFrom(other, outboxToken(other.config), { headers: { host: 'localhost' } });
    await other.close();
  });

  test.each([
    ['without the token', '', 403],
    ['with another token', `?token=${'a'.repeat(43)}`, 403],
    ['with several tokens', '?token=a&token=b', 400],
  ])(
    'shows no mail %s, even to a proxy that adds no headers, and states what opens the outbox',
    async (_, query, status) => {
      const [{ id } = { id: '' }] = await readOutbox(service.config.DATA_DIR);
      const headers = { host: '127.0.0.1:8000', cookie: `outbox=${token}` };
      for (const path of ['/api/outbox/', `/api/outbox/${id}/`]) {
        const answer = await service.app.inject({ url: `${path}${query}`, headers });
        expect(answer.statusCode).toBe(status);
        if (status === 403)
          expect(answer.body).toContain('the address that was printed when the programs started');
        expect(answer.body).not.toMatch(/zoe|a\.example/);
      }
    },
  );
});

test('a mail is sent to the mail server', async () => {
  const { url, received, close } = await mailServer();
  const mail = openMail({ SMTP_URL: url, MAIL_FROM: 'c@localhost', DATA_DIR: dataDir });
  await mail.send(message);
  mail.close();
  await close();
  expect(received()).toContain('RCPT TO:<zoe@example.org>');
});

test('a mail that the server doesn’t accept is stored at once, and sent when it is back, even after a restart', async () => {
  const problems: string[] = [];
  const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'c@localhost', DATA_DIR: dataDir };
  const mail = openMail(settings, (problem) => problems.push(problem));
  const start = Date.now();
  await mail.send(message);
  mail.close();
  expect(Date.now() - start).toBeLessThan(3_000);
  expect(problems).toHaveLength(1);
  const delivered: unknown[] = [];
  const deliver = async (mail: unknown) => void delivered.push(mail);
  const later = openUnsent(dataDir, deliver, () => undefined, 10);
  await vi.waitFor(() => expect(delivered).toEqual([message]), pollTimeout);
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'unsent'))).toEqual([]), pollTimeout);
  later.close();
});

test('a permanently rejected mail delays no other one, and the log reports it without an address', async () => {
  const { url, received, close } = await mailServer('zoe@');
  const away = openUnsent(dataDir, unreachable, () => undefined);
  await away.enqueue(message, new Error('away'));
  await new Promise((resolve) => setTimeout(resolve, 2));
  await away.enqueue({ ...message, to: 'yan@example.org' }, new Error('away'));
  away.close();
  const transport = createTransport(url);
  const problems: string[] = [];
  const send = async (mail: typeof message) => {
    await transport.sendMail({ from: 'c@localhost', ...mail });
  };
  const back = openUnsent(dataDir, send, (problem) => problems.push(problem), 10);
  await vi.waitFor(async () => expect(await left()).toHaveLength(1), pollTimeout);
  back.close();
  expect(received()).toContain('RCPT TO:<yan@example.org>\r\nDATA');
  expect(problems[0]).toMatch(/will be retried: .*550 .*unknown user/);
  expect(problems.join('\n')).not.toContain('@');
  transport.close();
  await close();
});

test('a mail that is not accepted for three days is given up, and the log says so; a younger one stays', async () => {
  const problems: string[] = [];
  const unsent = openUnsent(dataDir, unreachable, (problem) => problems.push(problem), 10);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 73 * 60 * 60_000 });
  await unsent.enqueue(message, new Error('away'));
  vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
  await unsent.enqueue(message, new Error('away'));
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await left()).toHaveLength(1), pollTimeout);
  unsent.close();
  expect(problems).toContain('A mail could not be sent for three days and was given up: no server answers');
});

const left = async () => (await readdir(join(dataDir, 'unsent'))).filter((name) => name.endsWith('.json'));
const unreachable = () => Promise.reject(new Error('no server answers'));

/** A minimal mail server: accepts everything except mails to addresses that begin with `unknown`. */
async function mailServer(unknown?: string) {
  let input = '';
  let inBody = false;
  const server: Server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      input += chunk.toString();
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (inBody) {
          if (line === '.') socket.write('250 accepted\r\n');
          inBody = line !== '.';
        } else if (line === 'DATA') {
          inBody = true;
          socket.write('354 go on\r\n');
        } else if (unknown && line.startsWith(`RCPT TO:<${unknown}`))
          socket.write(`550 5.1.1 ${line.slice(8)}: unknown user\r\n`);
        else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    received: () => input,
    close: () => new Promise((done) => server.close(done)),
  };
}
