/** Epoch statements: signed by an owner's identity, with a MAC under the schema's query key. */
import type { EpochStatement } from '@cloakroom/contract/epochs.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { sign, verifySignature, isMac, statementMac } from '../crypto/sign.ts';

/** The unsigned content of a statement. */
export type EpochClaim = Omit<EpochStatement, 'mac' | 'signature'>;

const formatVersion = 1;

function claimBytes(schema: string, claim: EpochClaim): Buffer {
  const { number, base, generation, reason, time, as_of, missing, signer } = claim;
  return canonical(
    'epoch',
    formatVersion,
    schema,
    number,
    base.version,
    base.mac,
    generation,
    reason,
    time,
    as_of ?? '',
    missing.uploads,
    missing.records,
    missing.returned,
    signer.user,
    signer.name,
    signer.identity,
    signer.signs,
    signer.receives,
  );
}

const macOf = (queryKey: Uint8Array, claim: Buffer): Buffer => statementMac(queryKey, 'epoch', claim);

const signedBytes = (claim: Buffer, mac: Uint8Array) => canonical('signed epoch', claim, mac);

/**
 * Signs an epoch.
 * @param queryKey - of the claim's generation.
 * @param signingKey - the signer's private Ed25519 key.
 */
export function signEpoch(
  schema: string,
  claim: EpochClaim,
  queryKey: Uint8Array,
  signingKey: Uint8Array,
): EpochStatement {
  const bytes = claimBytes(schema, claim);
  const mac = macOf(queryKey, bytes);
  const signature = sign(signingKey, signedBytes(bytes, mac));
  return { ...claim, mac: mac.toString('hex'), signature: signature.toString('hex') };
}

/** Whether the statement's signature is valid for the key that it names. */
export function isSigned(schema: string, { mac, signature, ...claim }: EpochStatement): boolean {
  const signed = signedBytes(claimBytes(schema, claim), Buffer.from(mac, 'hex'));
  return verifySignature(Buffer.from(claim.signer.signs, 'hex'), signed, Buffer.from(signature, 'hex'));
}

/** Whether the statement's MAC is valid, so that its author held the query key of its generation. */
export function hasValidMac(
  schema: string,
  { mac, signature: _, ...claim }: EpochStatement,
  queryKey: Uint8Array,
): boolean {
  return isMac(macOf(queryKey, claimBytes(schema, claim)), mac);
}
