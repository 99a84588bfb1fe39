/** The digest of a schema's definition: of all that gives its sealed values and its index a meaning. */
import { createHash } from 'node:crypto';
import type { Field } from '@cloakroom/contract/fields.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';

const formatVersion = 1;

/** What counts of a field in format 1, present or absent. Another list is another format. */
const keywords = [
  ...['name', 'type', 'required', 'enum', 'format', 'minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'precision', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'const'],
];

/** A field's keywords that count, as far as it has them. */
export const digestedKeywords = (field: Field): Record<string, unknown> =>
  Object.fromEntries(Object.entries(field).filter(([keyword]) => keywords.includes(keyword)));

/** Digests by the fields that they were computed of: a call asks for the digest of one list of fields several times. */
const digests = new WeakMap<readonly Field[], { schema: string; digest: string }>();

/**
 * SHA-256 in hex over `canonical('schema definition', 1, schema, json)`: the JSON of the fields in their order, each with its
 * keywords in alphabetical order, without spaces.
 * @param fields - as `fieldsOf` gives them; not changed afterwards.
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
