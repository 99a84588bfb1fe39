/** Materials: keys sealed for one person, and the overrides that they become in that person's proxy. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Identity } from './identities.ts';
import { listQuery } from './list.ts';
import { Request } from './requests.ts';

export const Material = z.object({
  id: z.string(),
  url: z.string(),
  /** A URL, or the request with `expand=request`. */
  request: z.union([z.string(), Request]),
  /** Who sealed it; a URL, or the identity with `expand=uploaded_by`. */
  uploaded_by: z.union([z.string(), Identity]),
  /** The sealed key. */
  payload: z.string(),
  signature: z.string(),
  created: z.string(),
});
export type Material = z.infer<typeof Material>;

export const listMaterials = endpoint({
  method: 'GET',
  path: '/api/materials/',
  summary: 'The keys sealed for oneself; with proofed=false those that still wait.',
  answeredBy: 'service',
  access: 'user',
  query: listQuery().extend({
    proofed: z.enum(['true', 'false']).optional(),
    expand: z.string().optional(),
  }),
  reply: z.array(Material),
});

/** `{schemaId}:{field}` or `{schemaId}:__query`. */
export const Override = z.string();

export const listOverrides = endpoint({
  method: 'GET',
  path: '/api/materials/overrides/',
  summary: 'The keys received from others, as this proxy’s keyring names them.',
  answeredBy: 'proxy',
  access: 'user',
  query: listQuery(),
  reply: z.array(Override),
});
