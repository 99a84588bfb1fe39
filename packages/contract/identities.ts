/** Identities: the public keys of a person's devices, with which keys are received and shared. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { Reference, Url } from './reference.ts';

/** 32 bytes, as 64 lowercase hex digits. */
const PublicKey = z.string().regex(/^[0-9a-f]{64}$/, 'is not a public key');

export const Identity = z.object({
  id: z.string(),
  url: Url,
  /** A URL, or the person with `expand=user`. */
  user: z.union([Url, MemberUser]),
  device_id: z.string(),
  /** Ed25519: signs. */
  primary_public_key: z.string(),
  /** X25519: receives keys. */
  sub_public_key: z.string(),
  created: z.string(),
  /** After this, no key is sealed for it or accepted from it; null while it is in use. */
  revoked: z.string().nullable(),
});
export type Identity = z.infer<typeof Identity>;

/** A key that an identity has received or requested. After a revocation it has to be shared with another identity. */
export const IdentityKey = z.object({
  schema: Url,
  schema_name: z.string(),
  /** `__query` or a field. */
  field_name: z.string(),
  /** When the request expires. */
  expires: z.string(),
  /** When the key arrived; null while it is on its way. */
  received: z.string().nullable(),
  /** When it was refused; null if it was not. */
  denied: z.string().nullable(),
  reason: z.string(),
});
export type IdentityKey = z.infer<typeof IdentityKey>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const listIdentities = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/identities/',
  openToServiceAccounts: true,
  summary: 'Your own identities, oldest first, revoked ones included.',
  query: listQuery().extend({ id: Reference.optional(), expand: expandOf('user') }),
  reply: z.array(Identity),
});

export const getIdentity = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/identities/:id/',
  summary: 'An identity: your own, one whose request you may answer, or one that sealed a key for you.',
  query: z.object({ expand: expandOf('user') }),
  reply: Identity,
});

export const createIdentity = endpoint({
  method: 'POST',
  path: '/api/identities/',
  summary:
    'Generate this device’s key pairs, store the private keys in the keyring and register the public ones.',
  answeredBy: 'proxy',
  access: 'user',
  openToServiceAccounts: true,
  status: 201,
  reply: Identity,
});

/** The device's key signs the text of `possessionText` in `packages/wire/possession.ts`. */
export const registerIdentity = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/identities/register/',
  openToServiceAccounts: true,
  summary:
    'Register a device’s public keys; repeating the call with the same device and keys returns the same identity.',
  body: z.strictObject({
    device_id: z.string().regex(/^[\w-]{8,64}$/, 'is not a device id'),
    primary_public_key: PublicKey,
    sub_public_key: PublicKey,
    /** Ed25519, as 128 lowercase hex digits. */
    signature: z.string().regex(/^[0-9a-f]{128}$/, 'is not a signature'),
  }),
  status: 201,
  reply: Identity,
});

export const identityKeys = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/identities/:id/keys/',
  summary: 'The keys that one of your identities has received or requested.',
  reply: z.array(IdentityKey),
});

export const revokeIdentity = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/identities/:id/',
  summary: 'Revoke one of your identities: its requests and the keys sealed for it are deleted.',
  reply: Identity,
});
