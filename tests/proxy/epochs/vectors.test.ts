/** The bytes under manifests and epochs, computed with Node's own cryptography and another BLAKE2b. */
import { verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EpochStatement } from '@cloakroom/contract/epochs.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { isSigned, hasValidMac } from '@cloakroom/proxy/epochs/statement.ts';
import { checkManifest } from '@cloakroom/sealed-index/manifest.ts';
import { canonical, hex, macOf, publicKey } from '../support/statementBytes.ts';

type Vectors = { query_key: string; manifest: Manifest; epoch: unknown };
const { query_key, manifest, ...vectors } = JSON.parse(
  readFileSync('packages/wire/vectors/epoch.json', 'utf8'),
) as Vectors;
const epoch = EpochStatement.parse(vectors.epoch);
const queryKey = hex(query_key);

test('the MAC of a manifest covers its canonical JSON', () => {
  const digest = manifest.definition!.digest;
  const json = `{"definition":{"digest":"${digest}"},"generation":3,"schema":"${manifest.schema}","segments":[],"version":5}`;
  expect(macOf(queryKey, 'manifest', Buffer.from(json))).toBe(manifest.mac);
  expect(checkManifest(queryKey, manifest)).toBe(manifest);
});

test('the MAC and the signature of an epoch cover its parts in order', () => {
  const { signer, missing, base } = epoch;
  const claim = canonical(
    ...['epoch', 1, manifest.schema, epoch.number, base.version, base.mac, epoch.generation, epoch.reason],
    ...[epoch.time, epoch.as_of!, missing.uploads, missing.records, missing.returned],
    ...[signer.user, signer.name, signer.identity, signer.signs, signer.receives],
  );
  expect(macOf(queryKey, 'epoch', claim)).toBe(epoch.mac);
  expect(
    verify(
      null,
      canonical('signed epoch', claim, hex(epoch.mac)),
      publicKey(signer.signs),
      hex(epoch.signature),
    ),
  ).toBe(true);
  expect(isSigned(manifest.schema, epoch)).toBe(true);
  expect(hasValidMac(manifest.schema, epoch, queryKey)).toBe(true);
});
