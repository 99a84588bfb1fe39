/** The formats that are kept, held against the vectors that JSON Schema publishes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { keptFormats, type KeptFormat } from '@cloakroom/contract/formats.ts';
import { formatChecks } from '@cloakroom/ingest/formats.ts';

const file = join(import.meta.dirname, '../fixtures/json-schema-formats/vectors.json');
const vectors = z
  .record(z.string(), z.array(z.object({ data: z.string(), valid: z.boolean(), description: z.string() })))
  .parse(JSON.parse(readFileSync(file, 'utf8')));

test.each(Object.keys(keptFormats) as KeptFormat[])('%s', (format) => {
  // A host name is judged by its letters, digits and hyphens: what a label in Punycode stands for is not decoded.
  const judged = vectors[format]!.filter(({ data, valid }) => valid || !/^xn--/i.test(data));
  expect(judged.length).toBeGreaterThan(1);
  expect(judged.filter(({ data, valid }) => formatChecks[format](data) !== valid)).toEqual([]);
});

test('a value of 64 KiB takes no format longer than 100 ms', () => {
  for (const unit of ['a', '1', '.', ':', '-', '%41', '{a}', '/', '1.', 'a-', '"', '~0', '[', '@'])
    for (const format of Object.keys(keptFormats) as KeptFormat[]) {
      const text = unit.repeat(65_536 / unit.length);
      const began = performance.now();
      formatChecks[format](text);
      formatChecks[format](`${text}\n`);
      expect(performance.now() - began).toBeLessThan(100);
    }
});
