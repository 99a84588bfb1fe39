/** The seal of a manifest: which segments a schema has, in which order, authenticated with its newest query key. */
import { timingSafeEqual } from 'node:crypto';
import sodium from 'sodium-native';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';
import type { Manifest, SignedManifest } from '@cloakroom/contract/segments.ts';
import { deriveKey } from './crypto/derive.ts';
import { cutManifest } from './manifestTree.ts';

/** A manifest whose MAC is not valid for any query key. */
export class ManifestRefused extends Error {
  override readonly name = 'ManifestRefused';

  constructor({ schema, version }: Pick<SignedManifest, 'schema' | 'version'>) {
    super(
      `Version ${version} of the list of index segments of schema ${schema} is not what was signed, so it is not used. ` +
        'Tell the operator of the service: what it stores was changed, or the query key differs.',
    );
  }
}

function macOf(queryKey: Uint8Array, manifest: Omit<SignedManifest, 'mac'>): Buffer {
  const { schema, generation, version, epoch, definition, segments, tree } = manifest;
  const mac = Buffer.alloc(sodium.crypto_generichash_BYTES);
  // The first generation is left out: lists were signed before there was a second.
  const later = generation > 1 ? { generation } : {};
  // Epoch 0 is left out too: lists were signed before there were epochs.
  const restored = epoch ? { epoch } : {};
  const list = tree ? { tree } : { segments };
  const body = Buffer.from(
    canonicalJson({ schema, ...later, version, ...restored, ...(definition && { definition }), ...list }),
  );
  sodium.crypto_generichash(mac, body, deriveKey(queryKey, 'manifest'));
  return mac;
}

/** A manifest as it is sent: with the whole list of segments, or with the top of a tree of parts. */
export function signedForm({ segments, ...rest }: Manifest): SignedManifest {
  const { list } = cutManifest(segments);
  return 'tree' in list ? { ...rest, tree: list.tree } : { ...rest, segments };
}

/** The manifest with its MAC: BLAKE2b-256 of the canonical JSON of its {@link signedForm}, keyed for manifests of this query key. */
export function signManifest(queryKey: Uint8Array, manifest: Omit<Manifest, 'mac'>): Manifest {
  const form = signedForm({ ...manifest, mac: '' });
  return { ...manifest, mac: macOf(queryKey, form).toString('hex') };
}

/**
 * Returns the manifest if it is signed with the query key of its generation. Version 0, which every
 * schema begins with, is empty and unsigned.
 * @throws {ManifestRefused}
 */
export function checkManifest<Signed extends SignedManifest>(queryKey: Uint8Array, manifest: Signed): Signed {
  if (manifest.version === 0 && manifest.generation === 1 && manifest.segments?.length === 0) return manifest;
  const mac = Buffer.from(manifest.mac, 'hex');
  const expected = macOf(queryKey, manifest);
  if (mac.length === expected.length && timingSafeEqual(mac, expected)) return manifest;
  throw new ManifestRefused(manifest);
}
