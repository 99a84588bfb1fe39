/** The digest of a schema's definition: of every keyword that its sealed values and its index depend on. */
import { createHash } from 'node:crypto';
import type { Field } from '@cloakroom/contract/fields.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';

const formatVersion = 1;

/** The keywords of a field that format 1 includes. Changing the list requires a new format. */
const keywords = [
  ...['name', 'type', 'required', 'enum', 'format', 'minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'precision', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'const'],
];

/** The keywords of a field that the digest includes. */
export const digestedKeywords = (field: Field): Record<string, unknown> =>
  Object.fromEntries(Object.entries(field).filter(([keyword]) => keywords.includes(keyword)));

/** Cached digests by list of fields: one call computes the digest of the same list several times. */
const digests = new WeakMap<readonly Field[], { schema: string; digest: string }>();

/**
 * SHA-256 in hex over `canonical('schema definition', 1, schema, json)`: the JSON of the fields in their order, each with its
 * keywords in alphabetical order, without spaces.
 * @param fields - the result of `fieldsOf`; must not be changed afterwards.
 */
export function definitionDigest(schema: string, fields: readonly Field[]): string {
  const known = digests.get(fields);
  if (known?.schema === schema) return known.digest;
  const json = canonicalJson(fields.map(digestedKeywords));
  const digest = createHash('sha256')
    .update(canonical('schema definition', formatVersion, schema, json))
    .digest('hex');
  digests.set(fields, { schema, digest });
  return digest;
}
