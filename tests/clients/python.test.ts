/** The Python client: its generated calls are up to date, and its own tests pass against the real service and proxy. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { describeApi } from '@cloakroom/contract/describeApi.ts';
import { pythonApi } from '#tools/pythonApi/pythonApi.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { clientEnvironment, runPython } from './support/python.ts';

const world = await startProxyStack();
afterAll(() => world.close());
const environment = clientEnvironment(world.proxy.url, world.owner);

test('the generated calls match the API description: "npm run python:api" writes them', () => {
  expect(readFileSync('clients/python/cloakroom/api.py', 'utf8')).toBe(pythonApi(describeApi()));
});

test('generates a method with the parameters, the body and the reply of a call', () => {
  const item = {
    type: 'object',
    properties: { id: { type: 'string' }, size: { type: ['integer', 'null'] } },
  };
  const module = pythonApi({
    components: {
      schemas: { Shelf: { ...item, required: ['id'] }, Sizes: { type: 'array', items: { type: 'number' } } },
    },
    paths: {
      '/api/shelves/{id}/': {
        put: {
          operationId: 'putShelf',
          summary: 'Replace a shelf.',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            {
              name: 'id',
              in: 'query',
              required: false,
              schema: { type: 'string' },
              description: 'Its former id.',
            },
            {
              name: 'expand',
              in: 'query',
              required: false,
              explode: false,
              schema: { type: 'array', items: { enum: ['books'] } },
            },
            { name: 'X-Batch-Size', in: 'header', required: true, schema: { type: 'integer' } },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Sizes' } } },
          },
          responses: {
            201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Shelf' } } } },
          },
        },
      },
    },
  });
  expect(module).toContain('class Shelf(TypedDict):\n    id: str\n    size: NotRequired[int | None]\n');
  expect(module).toContain('Sizes: TypeAlias = list[float]\n');
  expect(module.slice(module.indexOf('    def put_shelf'))).toBe(`    def put_shelf(
        self,
        id: str,
        body: Sizes,
        *,
        id_: str | None = None,
        expand: list[Literal["books"]] | None = None,
        batch_size: int,
    ) -> Reply[Shelf]:
        """Replace a shelf.

        id_: Its former id.
        """
        return self._transport.send(
            "PUT",
            f"/api/shelves/{quoted(id)}/",
            query={"id": id_, "expand": commas(expand)},
            headers={"X-Batch-Size": batch_size},
            json=body,
            answer="json",
        )
`);
});

test.each(['test_api', 'test_client', 'test_retries'])(
  '%s passes',
  async (name) => {
    const { stderr } = await runPython(['-m', 'unittest', '-b', `tests.${name}`], environment);
    expect(stderr).toMatch(/^Ran \d+ tests? in /m);
    expect(stderr).toMatch(/\nOK\n$/);
  },
  120_000,
);

test('the example in the README works unchanged', async () => {
  const readme = readFileSync('clients/python/README.md', 'utf8');
  const example = /```python\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const setUp =
    'import os\nurl, email, password = (os.environ[f"CLOAKROOM_{n}"] for n in ("URL", "EMAIL", "PASSWORD"))\n';
  const shown =
    'print([job["status"], list(older.name), mean, names, "Ward 7" in datasets, problem, status, sentence])';
  const { stdout } = await runPython(['-c', setUp + example + shown], environment);
  expect(stdout).toBe(
    `['complete', ['Grace', 'Alan'], 54, ['Ada', 'Grace', 'Alan'], True, 'age: "old" is not a number.', 404, 'Datasets not found']\n`,
  );
});
