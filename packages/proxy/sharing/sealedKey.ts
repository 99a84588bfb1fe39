/** Keys sent from one person to another: sealed for the recipient's identity, signed by the sender's, for one request only. */
import { z } from 'zod';
import { keyProof } from '@cloakroom/sealed-index/crypto/checks.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { openSealed, sealFor } from '../crypto/hpke.ts';
import { sign, verifySignature } from '../crypto/sign.ts';
import type { Generations } from '../keyring/received.ts';
import { parseJson } from '@cloakroom/server-kit/parseJson.ts';

/** An identity as both sides must know it: the service's id, and its public keys as hex. */
export type Party = { id: string; signs: string; receives: string };

/** What a sealed key is bound to. It opens only with the same context. */
export type SealedKeyContext = {
  request: string;
  schema: string;
  field: string;
  recipient: Party;
  sender: Party;
};

/** As stored at the service: payload in base64url, signature and proof in hex. */
export type SealedKey = { payload: string; signature: string; proof: string };

/** Why a sealed key can't be opened: its signature is invalid, it was sealed in another context, or contains no keys. */
export type Refusal = 'signature' | 'seal' | 'contents';

const version = 1;
const Contents = z.record(z.string().regex(/^[1-9][0-9]{0,8}$/), z.string().regex(/^[0-9a-f]{64}$/));

const contextFields = ({ request, schema, field, recipient, sender }: SealedKeyContext) => [
  version,
  request,
  schema,
  field,
  ...[recipient, sender].flatMap(({ id, signs, receives }) => [id, signs, receives]),
];

const contextOf = (context: SealedKeyContext) => ({
  info: canonical('key parcel', ...contextFields(context)),
  associated: Buffer.alloc(0),
});

const signedText = (context: SealedKeyContext, payload: Uint8Array) =>
  canonical('signed key parcel', ...contextFields(context), payload);

const hex = (text: string) => Buffer.from(text, 'hex');

/** Seals all generations of a key. The proof, made with the newest one, lets the recipient confirm the receipt. */
export async function sealKey(
  context: SealedKeyContext,
  keys: Generations,
  signingKey: Buffer,
): Promise<SealedKey> {
  const contents = Object.fromEntries(
    [...keys].map(([generation, key]) => [generation, key.toString('hex')]),
  );
  const payload = await sealFor(
    hex(context.recipient.receives),
    contextOf(context),
    Buffer.from(JSON.stringify(contents)),
  );
  return {
    payload: payload.toString('base64url'),
    signature: sign(signingKey, signedText(context, payload)).toString('hex'),
    proof: proofOf(context.request, keys),
  };
}

/** Opens a sealed key. @returns its generations, or the reason of the failure. */
export async function openSealedKey(
  context: SealedKeyContext,
  { payload: text, signature }: Pick<SealedKey, 'payload' | 'signature'>,
  receivingKey: Buffer,
): Promise<Generations | Refusal> {
  const payload = Buffer.from(text, 'base64url');
  const isExact = payload.toString('base64url') === text && /^[0-9a-f]{128}$/.test(signature);
  if (!isExact || !verifySignature(hex(context.sender.signs), signedText(context, payload), hex(signature)))
    return 'signature';
  const opened = await openSealed(receivingKey, contextOf(context), payload);
  if (!opened) return 'seal';
  const contents = Contents.safeParse(parseJson(opened.toString()));
  if (!contents.success || Object.keys(contents.data).length === 0) return 'contents';
  return new Map(Object.entries(contents.data).map(([generation, key]) => [Number(generation), hex(key)]));
}

/** Proves that a key arrived: a keyed hash of the request under the newest key. */
export function proofOf(request: string, keys: Generations): string {
  const newest = keys.get(Math.max(...keys.keys()));
  if (!newest) throw new RangeError('There is no key to prove anything with.');
  return keyProof(newest, request);
}
