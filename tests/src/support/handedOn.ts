/** Identities, a request, a material, and an open keyring. */
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Material } from '@cloakroom/contract/materials.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import type { World } from './console.tsx';
import { schema } from './records.ts';
import { alan, grace } from './team.ts';

export const time = '2026-01-01T10:00:00Z';

/** A person's identity on its own device. */
export const identity = (id: string, user: Identity['user'], revoked: string | null = null): Identity => ({
  id,
  url: `/api/identities/${id}/`,
  user,
  device_id: `device-${id}`,
  primary_public_key: `signing-key-${id}`,
  sub_public_key: `receiving-key-${id}`,
  created: time,
  revoked,
});
export const alans = identity('alans', alan.user);
export const graces = identity('graces', grace.user);

/** A request by Alan for the key of one field. */
export const request: Request = {
  id: 'request1',
  url: '/api/requests/request1/',
  identity: alans,
  user: alan.user,
  schema,
  field_name: 'name',
  created: time,
  expires: time,
  fulfilled: null,
  received: null,
  denied: null,
  reason: '',
};

/** The key that Grace has sealed for Alan. */
export const material: Material = {
  id: 'material1',
  url: '/api/materials/material1/',
  request,
  uploaded_by: graces,
  payload: 'sealed',
  signature: 'signed',
  created: time,
};

/** An open keyring, with or without an identity on this device. */
export const keyringOf = (device_id: string | null): World => ({
  'GET /api/keyring/': () => ({
    body: { state: 'open', phrase: 'confirmed', passphrase: 'file', device_id },
  }),
});
