/** Keys that one person sends to another: sealed for one identity, signed by the other, valid for one request only. */
import { z } from 'zod';
import { keyProof } from '@cloakroom/sealed-index/crypto/checks.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { openSealed, sealFor } from '../crypto/hpke.ts';
import { sign, verifySignature } from '../crypto/sign.ts';
import type { Generations } from '../keyring/received.ts';

/** An identity as both sides must know it: the service's id, and its public keys as hex. */
export type Party = { id: string; signs: string; receives: string };

/** What a sealed key is bound to. It opens with the same context only. */
export type SealedKeyContext = {
  request: string;
  schema: string;
  field: string;
  recipient: Party;
  sender: Party;
};

/** As the service keeps it: payload in base64url, signature and proof in hex. */
export type SealedKey = { payload: string; signature: string; proof: string };

/** Why a sealed key stays closed: its sender's signature doesn't fit, it was sealed for something else, or holds no keys. */
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

const contextOf = (address: SealedKeyContext) => ({
  info: canonical('key parcel', ...contextFields(address)),
  associated: Buffer.alloc(0),
});

const signedText = (address: SealedKeyContext, payload: Uint8Array) =>
  canonical('signed key parcel', ...contextFields(address), payload);

const hex = (text: string) => Buffer.from(text, 'hex');

/** Seal a key, in all generations given, and prove by the newest that it is the one that arrives. */
export async function sealKey(
  address: SealedKeyContext,
  keys: Generations,
  signingKey: Buffer,
): Promise<SealedKey> {
  const contents = Object.fromEntries(
    [...keys].map(([generation, key]) => [generation, key.toString('hex')]),
  );
  const payload = await sealFor(
    hex(address.recipient.receives),
    contextOf(address),
    Buffer.from(JSON.stringify(contents)),
  );
  return {
    payload: payload.toString('base64url'),
    signature: sign(signingKey, signedText(address, payload)).toString('hex'),
    proof: proofOf(address.request, keys),
  };
}

/** Opens a sealed key; the reason instead of keys when it is not what its sender sealed in this context. */
export async function openSealedKey(
  address: SealedKeyContext,
  { payload: text, signature }: Pick<SealedKey, 'payload' | 'signature'>,
  receivingKey: Buffer,
): Promise<Generations | Refusal> {
  const payload = Buffer.from(text, 'base64url');
  const isExact = payload.toString('base64url') === text && /^[0-9a-f]{128}$/.test(signature);
  if (!isExact || !verifySignature(hex(address.sender.signs), signedText(address, payload), hex(signature)))
    return 'signature';
  const opened = await openSealed(receivingKey, contextOf(address), payload);
  if (!opened) return 'seal';
  const contents = Contents.safeParse(jsonOf(opened));
  if (!contents.success || Object.keys(contents.data).length === 0) return 'contents';
  return new Map(Object.entries(contents.data).map(([generation, key]) => [Number(generation), hex(key)]));
}

/** Proves that a key arrived: a keyed hash of the request under the newest key. */
export function proofOf(request: string, keys: Generations): string {
  const newest = keys.get(Math.max(...keys.keys()));
  if (!newest) throw new RangeError('There is no key to prove anything with.');
  return keyProof(newest, request);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
