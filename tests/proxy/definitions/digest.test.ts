import { expect, test } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { definitionDigest } from '@cloakroom/proxy/definitions/digest.ts';

const fields = () =>
  fieldsOf({ type: 'object', properties: { age: { type: 'integer', minimum: 0, maximum: 9 } } });

test('the digest of a definition is equal for equal fields and differs between schemas', () => {
  const shared = fields();
  const first = definitionDigest('a'.repeat(22), shared);
  const other = definitionDigest('b'.repeat(22), shared);
  expect(other).not.toBe(first);
  expect(definitionDigest('a'.repeat(22), shared)).toBe(first);
  expect(definitionDigest('b'.repeat(22), fields())).toBe(other);
});
