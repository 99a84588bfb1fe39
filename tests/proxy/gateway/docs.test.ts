/** docs/gateway.md: its unit starts a gateway, and each of its commands works, in the order of the page. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '@cloakroom/proxy/config.ts';
import { password, person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { actor } from '../support/proxy.ts';
import { fetchBy, makeCertificate, startGateway } from './support.ts';

const run = promisify(execFile);
const page = await readFile('docs/gateway.md', 'utf8');
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);
const unit = blocksOf('ini')[0] ?? '';
/** The values of all lines of the unit with this name. */
const linesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const service = await startService({ listen: true });
const folder = await temporaryFolder();
/** In the repository, so that the client finds its library. */
await mkdir('node_modules/.cache', { recursive: true });
const programs = await temporaryFolder(resolve('node_modules/.cache/gateway-page-'));
const socket = join(folder, 'proxy.sock');
await symlink(resolve('packages/proxy/bin/cloakroom.mjs'), join(programs, 'cloakroom'));

/** The places of the page, and those of this test. */
const places: [string, string][] = [
  ['/run/cloakroom', folder],
  ['/var/lib/cloakroom', join(folder, 'state')],
  ['https://cloakroom.example.org', service.url],
  ['%d', join(folder, 'credentials')],
  ['/usr/bin/node', process.execPath],
];
const filled = (text: string, more: [string, string][] = []) =>
  [...places, ...more].reduce((filling, [name, value]) => filling.replaceAll(name, value), text);

/** Starts the program of the unit. Resolves when it listens. */
async function startUnit() {
  await mkdir(join(folder, 'credentials'));
  await writeFile(join(folder, 'credentials', 'passphrase'), 'correct horse battery staple\n', {
    mode: 0o600,
  });
  const variables = linesOf('Environment').flatMap((line) => filled(line).split(' '));
  const [command = '', ...args] = filled(linesOf('ExecStart')[0] ?? '').split(' ');
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'silent',
      ...(Object.fromEntries(variables.map((each) => each.split('='))) as Record<string, string>),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.on('data', (bytes: Buffer) => (written += bytes.toString()));
  const ended = new Promise<number | null>((finish) => child.once('exit', finish));
  await new Promise<void>((listens, fail) => {
    child.stderr.on('data', () => {
      if (written.includes(`The proxy listens on ${socket}.`)) listens();
    });
    void ended.then(() => fail(new Error(written)));
  });
  return { stop: () => (child.kill(), ended), written: () => written };
}

let gateway: Awaited<ReturnType<typeof startUnit>>;
const connection = fetchBy({ socketPath: socket });
beforeAll(async () => (gateway = await startUnit()), 90_000);
afterAll(async () => {
  await connection.close();
  await gateway.stop();
  await service.close();
});

test('the unit is one that systemd accepts', async () => {
  const file = join(folder, 'cloakroom-gateway.service');
  await writeFile(file, unit.replace('/usr/bin/node', process.execPath));
  const problems = await run('systemd-analyze', ['verify', '--man=no', file]).then(
    ({ stderr }) => stderr,
    (error: unknown) => {
      const { code, stderr } = error as { code: unknown; stderr?: string };
      return code === 'ENOENT' ? '' : (stderr ?? '');
    },
  );
  expect(problems.split('\n').filter((line) => line.includes('cloakroom-gateway'))).toEqual([]);
});

test('each setting of the page and of its unit is one of the proxy', () => {
  const known = new Set([...Object.keys(settings.shape), 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']);
  const used = linesOf('Environment').flatMap((line) => line.split(' ').map((each) => each.split('=')[0]!));
  const named = [...page.matchAll(/`((?:PROXY|KEYRING|INDEX)_[A-Z_]+)/g)].map(([, name]) => name!);
  expect(used.length).toBeGreaterThan(5);
  expect([...used, ...named].filter((name) => !known.has(name))).toEqual([]);
});

test('each command works, in the order of the page', async () => {
  const [billing, wards] = [await person(service), await person(service)];
  const proxy = { url: 'http://localhost', fetch: connection.fetch };
  const schemaOf = (who: typeof billing, name: string, properties: Record<string, unknown>) =>
    actor(proxy, who.headers).schema(who.organization.id, { type: 'object', properties }, name);
  const amount = { type: 'integer', minimum: 0, maximum: 10_000 };
  const invoices = await schemaOf(billing, 'Invoices', { customer: { type: 'string' }, amount });
  const visits = await schemaOf(wards, 'Visits', { patient: { type: 'string' } });
  await writeFile(join(programs, 'invoices.csv'), 'customer,amount\nAda,50\nBob,120\n');
  await writeFile(join(programs, 'visits.csv'), 'patient\nCarl\n');
  const { certFile, keyFile } = await makeCertificate(folder, ['localhost']);
  const secure = await startGateway({
    UPSTREAM: service.url,
    PROXY_HOST: '127.0.0.1',
    PROXY_TLS_CERT: certFile,
    PROXY_TLS_KEY: keyFile,
    PROXY_ALLOWED_HOSTS: 'db1.example.org',
  });
  const more: [string, string][] = [
    ['billing@example.org', billing.user.email],
    ['wards@example.org', wards.user.email],
    ['<billing slug>', billing.organization.slug],
    ['<wards slug>', wards.organization.slug],
    ['<invoices id>', invoices.id],
    ['<visits id>', visits.id],
    ['/etc/cloakroom/tls.crt', certFile],
    ['https://db1.example.org:8443', `https://localhost:${secure.port}`],
  ];
  const env: NodeJS.ProcessEnv = {
    PATH: `${programs}:${process.env.PATH ?? ''}`,
    HOME: folder,
    CLOAKROOM_PASSWORD: password,
    DATA_DIR: join(folder, 'caller'),
    UPSTREAM: service.url,
  };
  const bash = async (block: string) =>
    (await run('bash', ['-euo', 'pipefail', '-c', filled(block, more)], { cwd: programs, env })).stdout;
  const blocks = blocksOf('sh');
  expect(blocks).toHaveLength(7);
  const [signIns, calls, commandLine, account, sharing, counting, otherMachines] = blocks as [string, string, string, string, string, string, string]; // prettier-ignore

  const [billingToken, wardsToken] = [...(await bash(signIns)).matchAll(/"secret": "(clkr_\w+)"/g)].map(([, secret]) => secret!); // prettier-ignore
  Object.assign(env, { BILLING_TOKEN: billingToken, WARDS_TOKEN: wardsToken });

  const answers = await bash(calls);
  expect(answers.match(/"job_id"/g)).toHaveLength(2);
  const lists = answers
    .match(/\[\{"id".*?\}\](?=\[|$)/gs)
    ?.map((list) => JSON.parse(list) as { name: string }[]);
  expect(lists?.map((list) => list.map(({ name }) => name))).toEqual([['Invoices'], ['Visits']]);
  for (const secret of [billingToken, wardsToken]) {
    const program = actor(proxy, { authorization: `Bearer ${secret!}` });
    const jobs = await program.jobs();
    expect(jobs).toHaveLength(1);
    for (const { job_id } of jobs) expect((await program.ended(job_id)).status).toBe('complete');
  }

  const printed = await bash(commandLine);
  expect(printed).toContain(`"url": "unix:${socket}"`);
  expect(printed).toContain('Bob');
  expect(printed).not.toContain('Ada');

  const client = join(programs, 'client.mts');
  await writeFile(client, filled(blocksOf('ts')[0]!));
  const { stdout } = await run(process.execPath, ['--import', 'tsx', client], { env, cwd: programs });
  expect(stdout).toBe(`[ 'Invoices' ]\n`);

  // As exported by the blocks before.
  env.CLOAKROOM_PROXY = `unix:${socket}`;
  const idIn = (printed: string, noun: string) =>
    new RegExp(`"id": "(\\w{22})",\\s+"url": "[^"]*/api/${noun}/`).exec(printed)?.[1] ?? '';
  const fingerprintIn = (printed: string) => /"fingerprint": "([a-z ]+)"/.exec(printed)?.[1] ?? '';
  /** Splits a block in two; the second part begins with this string. */
  const split = (block: string, begin: string) => {
    const at = block.indexOf(begin);
    return [block.slice(0, at), block.slice(at)] as const;
  };
  const [createAccount, createToken] = split(account, 'cloakroom token create');
  more.push(['<account id>', idIn(await bash(createAccount), 'service-accounts')]);
  const [token, createIdentity] = split(createToken, 'CLOAKROOM_TOKEN=');
  const [, reportToken = ''] = /"secret": "(clkr_\w+)"/.exec(await bash(token)) ?? [];
  env.REPORT_TOKEN = reportToken;
  more.push(["<words of the program's device>", fingerprintIn(await bash(createIdentity))]);
  const [add, fulfill] = split(sharing, 'cloakroom request fulfill');
  more.push(['<request id>', idIn(await bash(add), 'requests')]);
  await bash(fulfill);
  const [list, receive] = split(counting, 'cloakroom material receive');
  const waiting = await bash(list);
  more.push(['<material id>', idIn(waiting, 'materials')]);
  more.push(["<words of the owner's device>", fingerprintIn(waiting)]);
  env.CLOAKROOM_TOKEN = reportToken;
  expect(await bash(receive)).toMatch(/"value": 1\b/);
  delete env.CLOAKROOM_TOKEN;

  const remote = await bash(otherMachines);
  expect(remote).toContain('"Invoices"');
  expect(remote).toContain(`"url": "https://localhost:${secure.port}"`);
  await secure.close();
}, 180_000);

test('the program reports its steps without secrets', () => {
  expect(gateway.written()).toContain('Its passphrase is in');
  expect(gateway.written()).not.toContain('correct horse');
});
