/** The client as it is published: packed, used by a type-checked program, run by plain Node, and bundled for a browser. */
import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { installPackedClient, typeCheck } from './support/packedClient.ts';
import { clientEnvironment } from './support/python.ts';

const [world, folder] = await Promise.all([startProxyStack(), installPackedClient()]);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});
const program = join(folder, 'program.mts');
await copyFile('tests/clients/support/program.mts', program);
/** The TypeScript program of docs/programs.md. */
const documentedProgram = /```ts\n(.*?)```/s.exec(await readFile('docs/programs.md', 'utf8'))![1]!;

/** Runs a program with plain Node. @returns its output. */
async function runByNode(name: string, text: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  const script = join(folder, name);
  await writeFile(script, outputText);
  return (await promisify(execFile)(process.execPath, [script], { env })).stdout;
}

const Manifest = z.looseObject({
  version: z.string(),
  private: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()),
});
const manifestOf = async (name: string) =>
  Manifest.parse(
    JSON.parse(await readFile(join(folder, 'node_modules/@cloakroom', name, 'package.json'), 'utf8')),
  );

test('the packages contain JavaScript, types and a README, and no sources', async () => {
  for (const name of ['contract', 'client']) {
    const files = await readdir(join(folder, 'node_modules/@cloakroom', name), { recursive: true });
    const others = files.filter((file) => !/^build\/\w+(\.d\.ts|\.js)$/.test(file));
    expect(others.toSorted()).toEqual(['README.md', 'build', 'package.json']);
  }
});

test('the client depends on the version of the contract that it was built with', async () => {
  const [contract, client] = await Promise.all([manifestOf('contract'), manifestOf('client')]);
  expect(client.dependencies['@cloakroom/contract']).toBe(contract.version);
  expect([contract.private, client.private]).toEqual([undefined, undefined]);
});

test('a program and the documented one compile against the types alone; a program that breaks the contract does not', async () => {
  const text = await readFile(program, 'utf8');
  await writeFile(join(folder, 'wrong.mts'), text.replace("label: 'age'", 'label: 7'));
  await writeFile(join(folder, 'page.mts'), documentedProgram);
  const files = ['program.mts', 'page.mts', 'wrong.mts'];
  const lines = (await typeCheck(folder, ...files, '--listFiles')).trim().split('\n');
  expect(lines.filter((line) => line.includes('error TS'))).toEqual([
    expect.stringMatching(/^wrong\.mts.*\{ label: number; value: string; \}/),
  ]);
  const ownFiles = lines.filter(
    (line) => /cloakroom.*\.ts$/.test(line) && !line.includes('/typescript/lib/'),
  );
  expect(ownFiles.filter((file) => !file.endsWith('.d.ts'))).toEqual([]);
  expect(ownFiles.some((file) => file.endsWith('@cloakroom/contract/build/records.d.ts'))).toBe(true);
}, 120_000);

test('plain Node runs the client: pages, an upload that is sent twice, a search, errors', async () => {
  const stdout = await runByNode('program.mjs', await readFile(program, 'utf8'), {
    ...process.env,
    BASE_URL: world.proxy.url,
    AUTHORIZATION: world.owner.headers.authorization,
  });
  expect(JSON.parse(stdout)).toEqual({
    names: ['North', 'South', 'West'],
    jobs: [50, true],
    ended: true,
    found: 10,
    ages: [40, 41, 42, 43, 44, 45, 46, 47, 48, 49],
    bad: ['invalid', 'age'],
    unknown: ['not-found', 404],
  });
}, 120_000);

test('plain Node runs the documented program', async () => {
  const { id } = await world.schemaOf({
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } },
    required: ['name', 'age'],
  });
  const text = documentedProgram.replaceAll('<schema id>', id);
  const stdout = await runByNode('page.mjs', text, clientEnvironment(world.proxy.url, world.owner));
  expect(stdout.trim().split('\n')).toEqual([
    '2 records are stored',
    'Alan',
    '1 people are 40 or older',
    '404 Datasets not found',
  ]);
}, 120_000);

test('a bundle of the client for browsers needs no module of Node', async () => {
  const { metafile } = await build({
    stdin: {
      contents: "export * from '@cloakroom/client'; export * from '@cloakroom/contract/api';",
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).filter((file) => file.includes('node:'))).toEqual([]);
});
