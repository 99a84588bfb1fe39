/** The supported formats, checked with the vectors that JSON Schema publishes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { supportedFormats, type SupportedFormat } from '@cloakroom/contract/formats.ts';
import { formatChecks } from '@cloakroom/ingest/formats.ts';

const file = join(import.meta.dirname, '../fixtures/json-schema-formats/vectors.json');
const vectors = z
  .record(z.string(), z.array(z.object({ data: z.string(), valid: z.boolean(), description: z.string() })))
  .parse(JSON.parse(readFileSync(file, 'utf8')));

test.each(Object.keys(supportedFormats) as SupportedFormat[])('%s', (format) => {
  // A host name is validated by its letters, digits and hyphens: Punycode is not decoded.
  const judged = vectors[format]!.filter(({ data, valid }) => valid || !/^xn--/i.test(data));
  expect(judged.length).toBeGreaterThan(1);
  expect(judged.filter(({ data, valid }) => formatChecks[format](data) !== valid)).toEqual([]);
});

test('a value of 64 KiB takes at most 100 ms in any format', () => {
  for (const unit of ['a', '1', '.', ':', '-', '%41', '{a}', '/', '1.', 'a-', '"', '~0', '[', '@'])
    for (const format of Object.keys(supportedFormats) as SupportedFormat[]) {
      const text = unit.repeat(65_536 / unit.length);
      const began = performance.now();
      formatChecks[format](text);
      formatChecks[format](`${text}\n`);
      expect(performance.now() - began).toBeLessThan(100);
    }
});
