/**
 * The bytes of access logs, checked with Node's own cryptography and another BLAKE2b, so that other programs can read
 * and write them.
 */
import { createHash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { entryHash } from '@cloakroom/wire/accessLogEntry.ts';
import { isOwner, mayHave, applyEntry, type AccessState } from '@cloakroom/proxy/accessLog/state.ts';
import { canonical, hex, macOf, publicKey } from '../support/statementBytes.ts';

type Vectors = { query_keys: Record<string, string>; entries: AccessEntry[]; hashes: string[] };
const vectors = JSON.parse(readFileSync('packages/wire/vectors/accessLog.json', 'utf8')) as Vectors;

const json = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(json).join(',')}]`
    : value && typeof value === 'object'
      ? `{${Object.keys(value)
          .sort()
          .map((key) => `${JSON.stringify(key)}:${json((value as Record<string, unknown>)[key])}`)
          .join(',')}}`
      : JSON.stringify(value);
test.each(vectors.entries.map((entry, at) => [at + 1, entry] as const))(
  'entry %i has its bytes',
  (at, entry) => {
    const { mac, signature, ...claim } = entry;
    const bytes = canonical('access log entry', json(claim));
    const queryKey = hex(vectors.query_keys[entry.generation]!);
    expect(macOf(queryKey, 'access log', bytes)).toBe(mac);
    const signed = canonical('signed access log entry', bytes, hex(mac));
    expect(verify(null, signed, publicKey(entry.signer.signs), hex(signature))).toBe(true);
    const hash = createHash('sha256')
      .update(`cloakroom access log entry\n${json(entry)}`)
      .digest('hex');
    expect([hash, entryHash(entry)]).toEqual([vectors.hashes[at - 1], vectors.hashes[at - 1]]);
  },
);

test('the entries match the contract and evaluate to the published state', () => {
  const keys = (generation: number) => hex(vectors.query_keys[generation]!);
  const state = vectors.entries.reduce<AccessState | null>(
    (before, entry) => applyEntry(before, 'schema', AccessEntry.parse(entry), keys),
    null,
  )!;
  expect([state.generation, isOwner(state, 'grace'), mayHave(state, 'rita', 'city')]).toEqual([
    2,
    true,
    true,
  ]);
  expect(state.hash).toBe(vectors.hashes.at(-1));
});
