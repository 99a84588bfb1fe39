/**
 * Every code block of docs/programs.md works unchanged, and the cells of its notebook run in order. The TypeScript block needs
 * the packed client: `packed.test.ts` compiles and runs it.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { clientEnvironment, runPython } from './support/python.ts';

const run = promisify(execFile);
const world = await startProxyStack();
afterAll(() => world.close());
const { ada, owner, proxy } = world;
const environment = clientEnvironment(proxy.url, owner);
const page = await readFile('docs/programs.md', 'utf8');
const createSchema = async () =>
  (
    await world.schemaOf({
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } },
      required: ['name', 'age'],
    })
  ).id;
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);
const withSchemaId = (text: string, schema: string) => text.replaceAll('<schema id>', schema);

test('has blocks of these languages, and no others', () => {
  const languages = [...page.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  expect(languages).toEqual(['sh', 'sh', 'ts', 'python']);
});

test('each curl command works, in the order of the page', async () => {
  const [settings = '', block = ''] = blocksOf('sh');
  expect(settings.match(/CLOAKROOM_\w+/g)!.every((name) => name in environment)).toBe(true);
  const commands = withSchemaId(block, await createSchema())
    .replaceAll('\\\n', ' ')
    .trim()
    .split('\n');
  const answers: unknown[] = [];
  for (const command of commands) {
    const { stdout } = await run('bash', ['-c', command], { env: environment });
    answers.push(JSON.parse(stdout));
    const [job] = await ada.jobs();
    await ada.ended(job!.job_id);
  }
  const [sent, jobs, exported, figure, refusal] = answers;
  expect(jobs).toMatchObject([{ job_id: (sent as { job_id: string }).job_id }]);
  expect(exported).toMatchObject({ data: { name: 'Grace', age: 85 } });
  expect(figure).toEqual([{ data: { value: 85 } }]);
  expect(refusal).toEqual({ detail: 'Datasets not found' });
});

test('the Python program works', async () => {
  const program = withSchemaId(blocksOf('python')[0]!, await createSchema());
  const { stdout } = await runPython(['-c', program], environment);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().replaceAll(/ +/g, ' ')),
  ).toEqual([
    '2 records are stored',
    'name age',
    'Emmy 53',
    'Mary 92',
    '72.5 is their average age',
    '404 Datasets not found',
  ]);
});

const Notebook = z.looseObject({
  nbformat: z.literal(4),
  cells: z.array(
    z.looseObject({
      id: z.string(),
      cell_type: z.enum(['markdown', 'code']),
      source: z.array(z.string()),
      outputs: z.array(z.never()).optional(),
    }),
  ),
});

test('the cells of the notebook run in order: its counts are exact, and its classifier works', async () => {
  const path = /\]\(\.\.\/(\S+\.ipynb)\)/.exec(page)![1]!;
  const { cells } = Notebook.parse(JSON.parse(await readFile(path, 'utf8')));
  const code = cells.filter(({ cell_type: type }) => type === 'code').map(({ source }) => source.join(''));
  const { stdout } = await runPython(['-c', code.join('\n\n')], environment);
  const [stored, counted, classified = ''] = stdout.trim().split('\n');
  expect([stored, counted]).toEqual(['500 records are stored, encrypted', '51 counts']);
  expect(
    Number(/^(\d+)% of the unseen birds are classified correctly$/.exec(classified)?.[1]),
  ).toBeGreaterThan(85);
}, 120_000);
