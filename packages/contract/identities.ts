/** Identities: the public halves of the key pairs by which a person receives and hands on keys, one for each device. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { Reference } from './reference.ts';

/** 32 bytes, as 64 small hex characters. */
const PublicKey = z.string().regex(/^[0-9a-f]{64}$/, 'is no public key');

export const Identity = z.object({
  id: z.string(),
  url: z.string(),
  /** A URL, or the person with `expand=user`. */
  user: z.union([z.string(), MemberUser]),
  device_id: z.string(),
  /** Ed25519: signs. */
  primary_public_key: z.string(),
  /** X25519: receives keys. */
  sub_public_key: z.string(),
  created: z.string(),
  /** Since when nothing is sealed for it or taken from it any more; null while it is in use. */
  revoked: z.string().nullable(),
});
export type Identity = z.infer<typeof Identity>;

/** A key that an identity was given or waits for: without the identity it has to be shared with another one. */
export const IdentityKey = z.object({
  schema: z.string(),
  schema_name: z.string(),
  /** `__query` or a field. */
  field_name: z.string(),
  /** Until when it can be given. */
  expires: z.string(),
  /** When the key arrived; null while it is on its way. */
  received: z.string().nullable(),
  /** When it was refused, if it was, and why. */
  denied: z.string().nullable(),
  reason: z.string(),
});
export type IdentityKey = z.infer<typeof IdentityKey>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const listIdentities = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/identities/',
  summary: 'One’s own identities, oldest first, the revoked ones too.',
  query: listQuery().extend({ id: Reference.optional(), expand: z.string().optional() }),
  reply: z.array(Identity),
});

export const createIdentity = endpoint({
  method: 'POST',
  path: '/api/identities/',
  summary:
    'Make this device’s key pairs, keep the private halves in the keyring and register the public ones.',
  answeredBy: 'proxy',
  access: 'user',
  status: 201,
  reply: Identity,
});

/** What a device's signing key has to sign to be registered: see `possession.ts`. */
export const registerIdentity = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/identities/register/',
  summary: 'Register a device’s public keys; the same device and keys again are the same identity.',
  body: z.strictObject({
    device_id: z.string().regex(/^[\w-]{8,64}$/, 'is no device id'),
    primary_public_key: PublicKey,
    sub_public_key: PublicKey,
    /** Ed25519, as 128 small hex characters. */
    signature: z.string().regex(/^[0-9a-f]{128}$/, 'is no signature'),
  }),
  status: 201,
  reply: Identity,
});

export const identityKeys = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/identities/:id/keys/',
  summary: 'The keys that one’s own identity was given or waits for.',
  reply: z.array(IdentityKey),
});

export const revokeIdentity = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/identities/:id/',
  summary: 'Give up one’s own identity: what was asked for it and what waits for it vanishes.',
  reply: Identity,
});
