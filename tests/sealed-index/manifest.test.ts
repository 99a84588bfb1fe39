/** The manifest's MAC: no segment can be added, dropped, moved or altered unnoticed. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Manifest } from '@cloakroom/contract/segments.ts';
import { checkManifest, ManifestRefused, signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { fields, rowAt } from './support/queries.ts';
import { makeWorld } from './support/world.ts';

const { queryKey, segments } = makeWorld(fields, [120, 30], rowAt);
const schema = '2'.repeat(22);
const signed = signManifest(queryKey, { schema, generation: 1, version: 3, segments });
const [first, second] = segments;

describe('a signed manifest', () => {
  test('is accepted unchanged, through JSON and with its keys in another order', () => {
    const wire = Manifest.parse(JSON.parse(JSON.stringify(signed)));
    expect(checkManifest(queryKey, wire)).toEqual(signed);
    const { mac, version, ...rest } = signed;
    const turned = rest.segments.map(({ ranges, id, ...entry }) => ({ ranges, ...entry, id }));
    expect(checkManifest(queryKey, { mac, version, schema, generation: 1, segments: turned }).version).toBe(
      3,
    );
  });

  test.each([
    ['another version', { ...signed, version: 4 }],
    ['another schema', { ...signed, schema: '3'.repeat(22) }],
    ['a segment dropped', { ...signed, segments: [first!] }],
    ['segments swapped', { ...signed, segments: [second!, first!] }],
    ['a segment twice', { ...signed, segments: [first!, first!, second!] }],
    ['another count', { ...signed, segments: [{ ...first!, records: 121 }, second!] }],
    ['another generation', { ...signed, segments: [{ ...first!, generation: 2 }, second!] }],
    ['another header', { ...signed, segments: [{ ...first!, header_hash: 'f'.repeat(64) }, second!] }],
    ['a range moved', { ...signed, segments: [{ ...first!, ranges: first!.ranges.toReversed() }, second!] }],
    ['another MAC', { ...signed, mac: randomBytes(32).toString('hex') }],
    ['no MAC', { ...signed, mac: '' }],
    ['version 0 with segments', { ...signed, version: 0, mac: '' }],
  ])('is refused with %s', (_what, manifest) => {
    expect(() => checkManifest(queryKey, manifest)).toThrow(ManifestRefused);
  });

  test('is refused under another query key, and the refusal names schema and version', () => {
    const check = () => checkManifest(randomBytes(32), signed);
    expect(check).toThrow(ManifestRefused);
    expect(check).toThrow(`Version 3 of the list of index segments of schema ${schema}`);
  });
});

test('the empty manifest of a new schema needs no MAC', () => {
  const empty: Manifest = { schema, generation: 1, version: 0, segments: [], mac: '' };
  expect(checkManifest(queryKey, empty)).toEqual(empty);
});
