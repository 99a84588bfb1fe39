/** Identities: the public halves of the key pairs by which a person receives and hands on keys, one for each device. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';

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
});
export type Identity = z.infer<typeof Identity>;

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/identities/',
  summary: 'One’s own identities, oldest first.',
  answeredBy: 'service',
  access: 'user',
  query: listQuery().extend({ expand: z.string().optional() }),
  reply: z.array(Identity),
});
