/** The API description as the two servers publish it: valid OpenAPI without linter findings. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, expect, test } from 'vitest';
import { startProxy } from '#tests/proxy/support/proxy.ts';
import { startService } from '#tests/service/support/service.ts';

const service = await startService({ listen: true });
const proxy = await startProxy(service.url);
afterAll(async () => {
  await proxy.close();
  await service.close();
});

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'no-duplicated-tag-names': 'error',
    'no-invalid-schema-examples': 'error',
    'no-required-schema-properties-undefined': 'error',
    'no-schema-type-mismatch': 'error',
    'operation-singular-tag': 'error',
    'spec-strict-refs': 'error',
    'tag-description': 'error',
    'component-name-unique': 'error',
    // The contract's paths end in a slash, and a fixed part of a path precedes a parameter.
    'no-path-trailing-slash': 'off',
    'no-ambiguous-paths': 'off',
  },
});

test.each([
  ['service', service.url],
  ['proxy', proxy.url],
])('the description of the %s has no findings', async (_, url) => {
  const source = await (await fetch(`${url}/api/schema/`)).text();
  const findings = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(
    findings.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});

test('the linter finds an operation without an answer', async () => {
  const operation = { operationId: 'a', summary: 'A', security: [], responses: {} };
  const document = {
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: operation } },
  };
  const source = JSON.stringify(document);
  const findings = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(findings.map(({ ruleId }) => ruleId)).toContain('operation-2xx-response');
});
