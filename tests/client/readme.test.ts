/** Runs the example of the client's README as it is printed. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const service = await startService({ listen: true });
afterAll(() => service.close());

const example = /```js\n(.*?)```/s.exec(readFileSync('packages/client/README.md', 'utf8'))?.[1] ?? '';
const modules: Record<string, unknown> = {
  '@cloakroom/client': await import('@cloakroom/client/index.ts'),
  '@cloakroom/contract/datasets': await import('@cloakroom/contract/datasets.ts'),
  '@cloakroom/contract/organizations': await import('@cloakroom/contract/organizations.ts'),
};

test('makes a dataset, lists it, and reads the refusal of a missing one', async () => {
  const { headers, organization } = await person(service);
  const code = example.replace(/^import (\{.*?\}) from ('.*?');$/gm, 'const $1 = modules[$2];');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- The example is the repository's own text.
  const run = new Function(
    'modules',
    'baseUrl',
    'authorization',
    `return (async () => {${code}; return { dataset, items, total, names, refusal }; })()`,
  ) as (...args: unknown[]) => Promise<unknown>;
  expect(await run(modules, service.url, headers.authorization)).toMatchObject({
    dataset: { name: 'People', organization: expect.stringContaining(organization.id) as unknown },
    items: [{ name: 'People' }],
    total: 1,
    names: ['People'],
    refusal: 'not-found: Datasets not found',
  });
});
