/** The bytes under manifests and epochs, computed with Node's own cryptography and another BLAKE2b. */
import { createPublicKey, hkdfSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { blake2b } from '@noble/hashes/blake2.js';
import { expect, test } from 'vitest';
import { EpochStatement } from '@cloakroom/contract/epochs.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { isSigned, isVouchedFor } from '@cloakroom/proxy/epochs/statement.ts';
import { checkManifest } from '@cloakroom/sealed-index/manifest.ts';

type Vectors = { query_key: string; manifest: Manifest; epoch: unknown };
const { query_key, manifest, ...vectors } = JSON.parse(
  readFileSync('tests/proxy/epochs/vectors.json', 'utf8'),
) as Vectors;
const epoch = EpochStatement.parse(vectors.epoch);
const hex = (text: string) => Buffer.from(text, 'hex');

/** One part of `canonical`: text as 01, 4-byte length, UTF-8; bytes as 02, 4-byte length; a number as 03, 8 bytes. */
function part(content: string | Buffer | number): Buffer {
  if (typeof content === 'number') {
    const bytes = Buffer.alloc(9, 0);
    bytes.writeUInt8(3);
    bytes.writeBigUInt64BE(BigInt(content), 1);
    return bytes;
  }
  const head = Buffer.alloc(5);
  head.writeUInt8(typeof content === 'string' ? 1 : 2);
  head.writeUInt32BE(Buffer.byteLength(content), 1);
  return Buffer.concat([head, Buffer.from(content)]);
}
const canonical = (...parts: (string | Buffer | number)[]) => Buffer.concat(parts.map(part));
const mac = (label: string, bytes: Buffer) => {
  const key = Buffer.from(hkdfSync('sha256', hex(query_key), '', canonical(label), 32));
  return Buffer.from(blake2b(bytes, { key, dkLen: 32 })).toString('hex');
};

test('the MAC of a manifest covers its canonical JSON', () => {
  const digest = manifest.definition!.digest;
  const json = `{"definition":{"digest":"${digest}"},"generation":3,"schema":"${manifest.schema}","segments":[],"version":5}`;
  expect(mac('manifest', Buffer.from(json))).toBe(manifest.mac);
  expect(checkManifest(hex(query_key), manifest)).toBe(manifest);
});

test('the MAC and the signature of an epoch cover its parts in their order', () => {
  const { signer, missing, base } = epoch;
  const claim = canonical(
    ...['epoch', 1, manifest.schema, epoch.number, base.version, base.mac, epoch.generation, epoch.reason],
    ...[epoch.time, epoch.as_of!, missing.uploads, missing.records, missing.returned],
    ...[signer.user, signer.name, signer.identity, signer.signs, signer.receives],
  );
  expect(mac('epoch', claim)).toBe(epoch.mac);
  const key = createPublicKey({
    key: Buffer.concat([hex('302a300506032b6570032100'), hex(signer.signs)]),
    format: 'der',
    type: 'spki',
  });
  expect(verify(null, canonical('signed epoch', claim, hex(epoch.mac)), key, hex(epoch.signature))).toBe(
    true,
  );
  expect(isSigned(manifest.schema, epoch)).toBe(true);
  expect(isVouchedFor(manifest.schema, epoch, hex(query_key))).toBe(true);
});
