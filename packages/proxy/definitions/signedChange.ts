/** Signs and verifies changes of a schema's definition. */
import type { DefinitionChange, SignedDefinition } from '@cloakroom/contract/definitions.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { sign, verifySignature } from '../crypto/sign.ts';

const formatVersion = 1;

type Claim = Omit<DefinitionChange, 'signature'>;

function claimBytes(schema: string, digest: string, claim: Claim): Buffer {
  const { former, version, time, signer } = claim;
  return canonical(
    'definition change',
    formatVersion,
    schema,
    former,
    digest,
    version,
    time,
    signer.user,
    signer.name,
    signer.identity,
    signer.signs,
    signer.receives,
  );
}

/**
 * Signs that a schema has a new definition from a version of its manifest on.
 * @param digest - of the new definition.
 * @param signingKey - the signer's private Ed25519 key.
 */
export function signChange(
  schema: string,
  digest: string,
  claim: Claim,
  signingKey: Uint8Array,
): SignedDefinition {
  const signature = sign(signingKey, claimBytes(schema, digest, claim)).toString('hex');
  return { digest, change: { ...claim, signature } };
}

/** Whether a change's signature is valid for the key that it names. */
export function isSignedChange(
  schema: string,
  digest: string,
  { signature, ...claim }: DefinitionChange,
): boolean {
  const signed = claimBytes(schema, digest, claim);
  return verifySignature(Buffer.from(claim.signer.signs, 'hex'), signed, Buffer.from(signature, 'hex'));
}
