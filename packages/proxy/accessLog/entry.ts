/** Signs and verifies single entries of an access log. */
import { createHash } from 'node:crypto';
import type { AccessChange, AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';
import type { KeyChecks } from '@cloakroom/contract/schemas.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { sign, signingPublicKey, verifySignature, isMac, statementMac } from '../crypto/sign.ts';

/** An entry before its MAC and its signature. */
export type AccessClaim = Omit<AccessEntry, 'mac' | 'signature'>;
export type Signer = AccessEntry['signer'];
type SeedKey = { signs: string; signature: string };

/** The keys that sign an entry: an identity's private Ed25519 key, and the query key of the entry's generation. */
export type EntryKeys = { signingKey: Uint8Array; queryKey: Uint8Array };

const claimBytes = (claim: AccessClaim) => canonical('access log entry', canonicalJson(claim));
const macOf = (queryKey: Uint8Array, claim: Buffer) => statementMac(queryKey, 'access log', claim);
const signedBytes = (claim: Buffer, mac: Uint8Array) => canonical('signed access log entry', claim, mac);

export function signEntry(claim: AccessClaim, { signingKey, queryKey }: EntryKeys): AccessEntry {
  const bytes = claimBytes(claim);
  const mac = macOf(queryKey, bytes);
  const signature = sign(signingKey, signedBytes(bytes, mac));
  return { ...claim, mac: mac.toString('hex'), signature: signature.toString('hex') };
}

/** Whether an entry's signature is valid for the key that it names. */
export function isSigned({ mac, signature, ...claim }: AccessEntry): boolean {
  const signed = signedBytes(claimBytes(claim), Buffer.from(mac, 'hex'));
  return verifySignature(Buffer.from(claim.signer.signs, 'hex'), signed, Buffer.from(signature, 'hex'));
}

/** Whether an entry's MAC is valid, so that its author held the query key of its generation. */
export const hasValidMac = ({ mac, signature: _, ...claim }: AccessEntry, queryKey: Uint8Array): boolean =>
  isMac(macOf(queryKey, claimBytes(claim)), mac);

/** SHA-256 over the key checks of a generation, in hex. */
export const keyChecksDigest = (schema: string, generation: number, checks: KeyChecks): string =>
  createHash('sha256')
    .update(canonical('access log key checks', schema, generation, canonicalJson(checks)))
    .digest('hex');

/** The MAC of new keys under the previous generation's query key. */
export const formerMac = (formerQueryKey: Uint8Array, schema: string, generation: number, digest: string) =>
  statementMac(
    formerQueryKey,
    'access log generation',
    canonical('access log generation', schema, generation, digest),
  );

/** Whether new keys were announced by a holder of the previous generation's query key. */
export const isFormerMac = (
  formerQueryKey: Uint8Array,
  schema: string,
  { generation, key_checks, former_mac }: Extract<AccessChange, { type: 'generation' }>,
): boolean => isMac(formerMac(formerQueryKey, schema, generation, key_checks), former_mac);

const seedKeyBytes = (schema: string, { user, signs, receives }: Omit<Signer, 'name'>, number: number) =>
  canonical('access log seed key', schema, number, user, signs, receives);
const bySeedBytes = (schema: string, { user, signs, receives }: Omit<Signer, 'name'>, number: number) =>
  canonical('access log device by seed', schema, number, user, signs, receives);

/** The public key of a seed, and its signature of who made an entry. @param seedKey - the private key. */
export const seedKeyOf = (seedKey: Uint8Array, schema: string, signer: Signer, number: number): SeedKey => ({
  signs: signingPublicKey(seedKey).toString('hex'),
  signature: sign(seedKey, seedKeyBytes(schema, signer, number)).toString('hex'),
});

/** Whether a seed's signature of an entry is valid. */
export const isBySeedKey = ({ signs, signature }: SeedKey, schema: string, signer: Signer, number: number) =>
  verifySignature(
    Buffer.from(signs, 'hex'),
    seedKeyBytes(schema, signer, number),
    Buffer.from(signature, 'hex'),
  );

/** The signature by which a person's seed admits one of their devices. */
export const bySeed = (seedKey: Uint8Array, schema: string, signer: Signer, number: number): string =>
  sign(seedKey, bySeedBytes(schema, signer, number)).toString('hex');

/** Whether a seed admits the signer's own device. @param seedKey - the seed's public key. */
export const isAdmittedBySeed = (
  seedKey: string,
  signature: string,
  schema: string,
  signer: Signer,
  number: number,
) =>
  verifySignature(
    Buffer.from(seedKey, 'hex'),
    bySeedBytes(schema, signer, number),
    Buffer.from(signature, 'hex'),
  );
