/** Devices, requests and keys: one's own, and those that a data owner may share. */
import { identityOf, materialFor, registrationOf, sealedFor } from '../../support/sharing.ts';
import { type ActorName, dataOwners, searchers, signedIn } from '../actors.ts';
import type { Row } from '../row.ts';
import type { Matrix } from '../world.ts';

/** The data requester, who alone has access; for all others the object does not exist. */
const requester = { may: (_: unknown, name: ActorName) => name === 'data requester', no: 404 } as const;

/** A material that waits for the data requester. */
async function freshMaterial(m: Matrix, options: { proofed?: Date } = {}) {
  const request = await m.freshRequest();
  const uploadedBy = m.identities['data owner'];
  return `/api/materials/${await materialFor(m.service, { request, uploadedBy, ...options })}/`;
}

export const sharingRows: Row[] = [
  {
    ...requester,
    call: 'listIdentities',
    yes: 200,
    shows: (m) => m.identities['data requester'],
    ask: () => ({ method: 'GET', url: '/api/identities/?limit=1000' }),
  },
  {
    call: 'registerIdentity',
    may: signedIn,
    yes: 201,
    ask: ({ people }, who) => ({
      method: 'POST',
      url: '/api/identities/register/',
      body: registrationOf(people[who === 'anonymous' ? 'member' : who]),
    }),
  },
  {
    ...requester,
    call: 'identityKeys',
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `/api/identities/${m.identities['data requester']}/keys/` }),
  },
  {
    ...requester,
    call: 'revokeIdentity',
    yes: 200,
    ask: async (m) => ({
      method: 'DELETE',
      url: `/api/identities/${await identityOf(m.service, m.people['data requester'])}/`,
    }),
  },
  {
    call: 'listRequests',
    may: dataOwners,
    yes: 200,
    shows: (m) => m.request,
    ask: () => ({ method: 'GET', url: '/api/requests/?limit=1000&shared=false' }),
  },
  {
    call: 'askForKeys',
    may: searchers,
    yes: 201,
    ask: (m, who) => ({
      method: 'POST',
      url: '/api/requests/',
      body: { schema: m.schema.id, identity: m.identities[who] },
    }),
  },
  {
    ...requester,
    call: 'askForKeys',
    as: 'for another’s device',
    yes: 201,
    ask: (m) => ({
      method: 'POST',
      url: '/api/requests/',
      body: { schema: m.schema.id, identity: m.identities['data requester'] },
    }),
  },
  {
    call: 'denyRequest',
    may: dataOwners,
    yes: 200,
    ask: async (m) => ({
      method: 'POST',
      url: `/api/requests/${await m.freshRequest()}/deny/`,
      body: { reason: 'No.' },
    }),
  },
  {
    ...requester,
    call: 'listMaterials',
    yes: 200,
    shows: (m) => m.material,
    ask: () => ({ method: 'GET', url: '/api/materials/?limit=1000' }),
  },
  {
    call: 'uploadMaterial',
    may: dataOwners,
    yes: 201,
    ask: async (m, who) => ({
      method: 'POST',
      url: '/api/materials/',
      body: sealedFor(await m.freshRequest(), m.identities[who]),
    }),
  },
  {
    call: 'uploadMaterial',
    as: 'from the data owner’s device',
    may: (_, name) => name === 'data owner',
    yes: 201,
    no: 404,
    ask: async (m) => ({
      method: 'POST',
      url: '/api/materials/',
      body: sealedFor(await m.freshRequest(), m.identities['data owner']),
    }),
  },
  {
    ...requester,
    call: 'proveMaterial',
    yes: 204,
    ask: async (m) => {
      const url = await freshMaterial(m);
      return { method: 'POST', url: `${url}proof/`, body: { proof: '0'.repeat(64) } };
    },
  },
  {
    ...requester,
    call: 'acknowledgeMaterial',
    yes: 204,
    ask: async (m) => ({
      method: 'POST',
      url: `${await freshMaterial(m, { proofed: new Date() })}acknowledge/`,
    }),
  },
];
