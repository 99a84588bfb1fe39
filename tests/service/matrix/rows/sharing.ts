/** Devices, requests and keys: the caller's own, and those that a data owner may share. */
import { identityOf, materialFor, registrationOf, sealedFor } from '../../support/sharing.ts';
import { type ActorName, dataOwners, searchers, signedIn } from '../actors.ts';
import { get, post, remove, type Row } from '../row.ts';
import type { Matrix } from '../world.ts';

/** The data requester, who alone has access; for all others the object does not exist. */
const requester = { may: (_: unknown, name: ActorName) => name === 'data requester', no: 404 } as const;

/** The data requester, and another actor. */
const requesterOr = (other: (...by: Parameters<Row['may']>) => boolean) =>
  ({
    may: (...by: Parameters<Row['may']>) => by[1] === 'data requester' || other(...by),
    yes: 200,
    no: 404,
  }) as const;
const dataOwner = (_: unknown, name: ActorName) => name === 'data owner';

/** A material that waits for the data requester. */
async function newMaterial(m: Matrix, options: { proofed?: Date } = {}) {
  const request = await m.newRequest();
  const uploadedBy = m.identities['data owner'];
  return `/api/materials/${await materialFor(m.service, { request, uploadedBy, ...options })}/`;
}
/** An identity of the data owner that has sealed a key for the data requester, and requested none. */
async function newSealer(m: Matrix) {
  const uploadedBy = await identityOf(m.service, m.people['data owner']);
  await materialFor(m.service, { request: await m.newRequest(), uploadedBy });
  return uploadedBy;
}
const asking = (m: Matrix, who: ActorName) =>
  post('/api/requests/', { schema: m.schema.id, identity: m.identities[who] });
const sharing = async (m: Matrix, who: ActorName) =>
  post('/api/materials/', sealedFor(await m.newRequest(), m.identities[who]));

// prettier-ignore
export const sharingRows: Row[] = [
  { ...requester, call: 'listIdentities', yes: 200, shows: (m) => m.identities['data requester'], ask: () => get('/api/identities/?limit=1000') },
  { ...requesterOr(dataOwners), call: 'getIdentity', ask: (m) => get(`/api/identities/${m.identities['data requester']}/?expand=user`) },
  { ...requesterOr(dataOwner), call: 'getIdentity', as: 'that sealed a key', ask: async (m) => get(`/api/identities/${await newSealer(m)}/`) },
  {
    call: 'registerIdentity',
    may: signedIn,
    yes: 201,
    ask: ({ people }, who) => post('/api/identities/register/', registrationOf(people[who === 'anonymous' ? 'member' : who])),
  },
  { ...requester, call: 'identityKeys', yes: 200, ask: (m) => get(`/api/identities/${m.identities['data requester']}/keys/`) },
  { ...requester, call: 'revokeIdentity', yes: 200, ask: async (m) => remove(`/api/identities/${await identityOf(m.service, m.people['data requester'])}/`) },
  { call: 'listRequests', may: dataOwners, yes: 200, shows: (m) => m.request, ask: () => get('/api/requests/?limit=1000&shared=false') },
  { ...requesterOr(dataOwners), call: 'getRequest', ask: (m) => get(`/api/requests/${m.request}/?expand=user,schema,identity.user`) },
  { call: 'requestKeys', may: searchers, yes: 201, ask: asking },
  { ...requester, call: 'requestKeys', as: 'for another’s device', yes: 201, ask: (m) => asking(m, 'data requester') },
  { call: 'denyRequest', may: dataOwners, yes: 200, ask: async (m) => post(`/api/requests/${await m.newRequest()}/deny/`, { reason: 'No.' }) },
  { ...requester, call: 'listMaterials', yes: 200, shows: (m) => m.material, ask: () => get('/api/materials/?limit=1000') },
  { ...requesterOr(dataOwner), call: 'getMaterial', ask: (m) => get(`/api/materials/${m.material}/?expand=request.user,uploaded_by`) },
  { call: 'uploadMaterial', may: dataOwners, yes: 201, ask: sharing },
  { call: 'uploadMaterial', as: 'from the data owner’s device', may: (_, name) => name === 'data owner', yes: 201, no: 404, ask: (m) => sharing(m, 'data owner') },
  { ...requester, call: 'proveMaterial', yes: 204, ask: async (m) => post(`${await newMaterial(m)}proof/`, { proof: '0'.repeat(64) }) },
  {
    ...requester,
    call: 'acknowledgeMaterial',
    yes: 204,
    ask: async (m) => post(`${await newMaterial(m, { proofed: new Date() })}acknowledge/`),
  },
];
