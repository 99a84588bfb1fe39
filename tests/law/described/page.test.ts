/** The commands, the WebSocket messages and the client of docs/api.md work unchanged. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { describeApi } from '@cloakroom/contract/describeApi.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { password } from '#tests/service/support/people.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const run = promisify(execFile);
const world = await startProxyStack();
const { ada, owner, proxy } = world;
/** In the repository, so that the client finds its library. */
const folder = await temporaryFolder(resolve('node_modules/.cache/api-page-'));
afterAll(() => world.close());
const page = await readFile('docs/api.md', 'utf8');
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);
const atProxy = (text: string) => text.replaceAll('http://localhost:8080', proxy.url);
const env = {
  ...process.env,
  PATH: `${resolve('node_modules/.bin')}:${process.env.PATH ?? ''}`,
  CLOAKROOM_EMAIL: owner.user.email,
  CLOAKROOM_PASSWORD: password,
};
const inFolder = { cwd: folder, env };

/** The placeholder on the page for a value in the answer to a call, by the path of the call. */
const placeholders: Record<string, { name: string; member: string }> = {
  '/api/token/': { name: '<access token>', member: 'access' },
  '/api/organizations/': { name: '<organization id>', member: 'id' },
  '/api/datasets/': { name: '<dataset id>', member: 'id' },
  '/api/schemas/': { name: '<schema id>', member: 'id' },
  '/api/jobs/upload/': { name: '<job id>', member: 'job_id' },
};
const Answer = z.record(z.string(), z.unknown());

test('each command of docs/api.md works, in the order of the page', async () => {
  const commands = blocksOf('sh').flatMap((block) => block.replaceAll('\\\n', ' ').trim().split('\n'));
  expect(commands.length).toBeGreaterThan(12);
  const ids = new Map<string, string>();
  for (const command of commands) {
    const filled = [...ids].reduce((text, [name, id]) => text.replaceAll(name, id), atProxy(command));
    const isClient = command.startsWith('npx ');
    const script = isClient ? filled.replace('npx ', '') : filled;
    const { stdout } = await run('bash', ['-c', script], inFolder);
    if (isClient || command.includes(' -o ')) continue;
    const body = command.includes(' -i ') ? stdout.split('\r\n\r\n').at(-1)! : stdout;
    if (command.includes(' -i ')) expect(stdout).toMatch(/x-total-count: 1\r\n/i);
    const answer = JSON.parse(body) as unknown;
    if (command.includes('colour')) expect(answer).toEqual(JSON.parse(blocksOf('json')[0]!));
    else expect(z.looseObject({ detail: z.string() }).safeParse(answer).success, body).toBe(false);
    const path = /http:\/\/localhost:8080([^\s'?]*)/.exec(command)![1]!;
    const placeholder = placeholders[path];
    if (!placeholder || ids.has(placeholder.name)) continue;
    ids.set(placeholder.name, String(Answer.parse([answer].flat()[0])[placeholder.member]));
  }
}, 120_000);

test('the client of docs/api.md compiles with the generated types, and finds the uploaded record', async () => {
  await expect.poll(async () => (await ada.jobs())[0]?.status).toBe('complete');
  const program = atProxy(blocksOf('ts')[0]!);
  const [file, wrongFile] = [join(folder, 'client.mts'), join(folder, 'wrongClient.mts')];
  const text = program.replace('./cloakroom.ts', './cloakroom.js');
  await writeFile(file, text);
  // A call with a wrong body doesn't compile.
  await writeFile(wrongFile, text.replace("label: 'age'", 'label: 7'));
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  const found = await run('tsc', [...options, '--pretty', 'false', file, wrongFile], inFolder).then(
    () => '',
    (error: unknown) => z.looseObject({ stdout: z.string() }).parse(error).stdout,
  );
  const errors = found.split('\n').filter((line) => /^\S.*error TS/.test(line));
  expect(errors).toEqual([expect.stringMatching(/^wrongClient\.mts.*'number' is not assignable/)]);
  const { stdout } = await run('node', ['--import', 'tsx', file], inFolder);
  expect(stdout).toBe('People: 1 of 1\n');
}, 120_000);

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(describeApi(), 'api');
const isJob = ajv.compile({ $ref: 'api#/components/schemas/Job' });

test('the documented and the actual messages of the socket are jobs as described', async () => {
  const examples = blocksOf('json')
    .slice(1)
    .map((text) => JSON.parse(text) as { status: string });
  expect(examples.map(({ status }) => status)).toEqual(['uploading', 'processing', 'complete', 'failed']);
  for (const example of examples) expect([isJob(example), isJob.errors]).toEqual([true, null]);

  const schema = await world.schemaOf({
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } },
    required: ['name'],
  });
  const follow = async (job: string) => {
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/api/ws/jobs/${job}/`, {
      headers: owner.headers,
    });
    const messages: unknown[] = [];
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
    const code = await new Promise((closed) => socket.on('close', closed));
    return { code, messages };
  };
  for (const [rows, status] of [
    ['name,age\nAda,36\n', 'complete'],
    ['name,age\nAda,old\n', 'failed'],
  ] as const) {
    const { code, messages } = await follow(await ada.accepted(schema.id, rows, 'text/csv'));
    expect([code, messages.at(-1)]).toEqual([1000, expect.objectContaining({ status })]);
    for (const message of messages) expect([isJob(message), isJob.errors]).toEqual([true, null]);
  }
  expect((await follow('0b0e7f0c-6f1c-4d52-9f38-8f0d2b8b1a55')).code).toBe(4404);
});
