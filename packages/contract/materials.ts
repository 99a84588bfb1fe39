/** Materials: keys sealed for one person, which become overrides in that person's keyring. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { Identity } from './identities.ts';
import { listQuery } from './list.ts';
import { Reference, Url } from './reference.ts';
import { Request } from './requests.ts';

export const Material = z.object({
  id: z.string(),
  url: Url,
  /** A URL, or the request with `expand=request`. */
  request: z.union([Url, Request]),
  /** The sender; a URL, or the identity with `expand=uploaded_by`. */
  uploaded_by: z.union([Url, Identity]),
  /** The sealed key. */
  payload: z.string(),
  signature: z.string(),
  created: z.string(),
});
export type Material = z.infer<typeof Material>;

/** 32 bytes, as 64 lowercase hex digits: computed from the key and the request. */
const Proof = z.string().regex(/^[0-9a-f]{64}$/, 'is not a proof');

const atService = { answeredBy: 'service', access: 'user' } as const;
const atProxy = { answeredBy: 'proxy', access: 'user' } as const;

const expand = expandOf(
  'request',
  'request.user',
  'request.schema',
  'request.identity',
  'request.identity.user',
  'uploaded_by',
  'uploaded_by.user',
);

export const listMaterials = endpoint({
  ...atService,
  method: 'GET',
  path: '/api/materials/',
  openToServiceAccounts: true,
  summary: 'The keys sealed for you; with proofed=false, those that have not arrived yet.',
  query: listQuery().extend({
    id: Reference.optional(),
    proofed: z.enum(['true', 'false']).optional(),
    expand,
  }),
  reply: z.array(Material),
});

export const getMaterial = endpoint({
  ...atService,
  method: 'GET',
  path: '/api/materials/:id/',
  summary: 'One key sealed for you.',
  query: z.object({ expand }),
  reply: Material,
});

export const uploadMaterial = endpoint({
  ...atService,
  method: 'POST',
  path: '/api/materials/',
  summary: 'Send a key, sealed for the identity that an outstanding request names.',
  repeatable: true,
  body: z.strictObject({
    request: Reference,
    /** One of the caller's identities, not revoked. */
    uploaded_by: Reference,
    /** The sealed key, as base64url without padding. */
    payload: z
      .string()
      .regex(/^[\w-]+$/, 'is not a sealed key')
      .max(65_536),
    /** Ed25519, as 128 lowercase hex digits. */
    signature: z.string().regex(/^[0-9a-f]{128}$/, 'is not a signature'),
    proof: Proof,
  }),
  status: 201,
  reply: Material,
});

export const proveMaterial = endpoint({
  ...atService,
  method: 'POST',
  path: '/api/materials/:id/proof/',
  openToServiceAccounts: true,
  summary: 'Prove that the key of a material arrived, with the proof that its sender stored.',
  body: z.strictObject({ proof: Proof }),
  status: 204,
  reply: 'nothing',
});

export const acknowledgeMaterial = endpoint({
  ...atService,
  method: 'POST',
  path: '/api/materials/:id/acknowledge/',
  openToServiceAccounts: true,
  summary: 'Confirm that a proven key is stored: its request is received, and the sealed key is deleted.',
  status: 204,
  reply: 'nothing',
});

/** Eight words separated by spaces, which the caller has compared with the owner of the identity. */
const Words = z.string().max(255);
/** The body may be left out. */
const Compared = z.strictObject({ fingerprint: Words.optional() }).nullish();
const ComparedOrNot = z
  .strictObject({
    fingerprint: Words.optional(),
    /** Seals for the first known device of a person without comparing words. This is recorded. */
    without_comparing: z.literal(true).optional(),
  })
  .nullish();

export const fulfillRequests = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/requests/fulfill/',
  summary:
    'Seal every requested key for a person whose identity is known and whose access is signed; other requests stay outstanding.',
  reply: z.array(Material),
});

export const fulfillRequest = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/requests/:id/fulfill/',
  summary: 'Seal the key of one request; an identity that isn’t known here needs its fingerprint.',
  body: ComparedOrNot,
  reply: Material,
});

/** A key that has arrived. */
export const ReceivedKey = z.object({
  request: Url,
  schema: Url,
  /** `__query` or a field. */
  field_name: z.string(),
});
export type ReceivedKey = z.infer<typeof ReceivedKey>;

export const receiveMaterials = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/materials/receive/',
  openToServiceAccounts: true,
  summary: 'Open every key sealed for this device, check it, and store it in the keyring.',
  reply: z.array(ReceivedKey),
});

export const receiveMaterial = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/materials/:id/receive/',
  openToServiceAccounts: true,
  summary:
    'Open one key sealed for this device, check it, and store it in the keyring; a sender who isn’t known here needs their fingerprint.',
  body: Compared,
  reply: z.array(ReceivedKey),
});

/** `{schemaId}:{field}` or `{schemaId}:__query`. */
export const Override = z.string();

export const listOverrides = endpoint({
  ...atProxy,
  method: 'GET',
  path: '/api/materials/overrides/',
  openToServiceAccounts: true,
  summary: 'The received keys, as this proxy’s keyring names them.',
  query: listQuery(),
  reply: z.array(Override),
});

export const dropOverride = endpoint({
  ...atProxy,
  method: 'DELETE',
  path: '/api/materials/overrides/:key/',
  summary: 'Delete a received key.',
  status: 204,
  reply: 'nothing',
});
