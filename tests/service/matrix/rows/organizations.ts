/** Organizations: seen by their members, run by their admins. */
import { newId } from '@cloakroom/service/newId.ts';
import { actors, administrators, members, signedIn } from '../actors.ts';
import { get, patch, post, put, remove, type Row } from '../row.ts';
import type { Matrix } from '../world.ts';

/** An actor whose role all other admins can set. */
const otherAdmin = 'admin who is a data requester';

const home = ({ organization }: Matrix) => `/api/organizations/${organization}/`;
const noRole = () => false;
const address = () => `${newId().toLowerCase()}@example.org`;
const read = { may: members, yes: 200 } as const;
const audit = { call: 'listAuditLogs', may: administrators, yes: 200 } as const;
const patchUser = { call: 'patchOrganizationUser', may: administrators, yes: 200 } as const;
const removeUser = { call: 'removeOrganizationUser', may: administrators, yes: 204 } as const;
const promoted = { is_admin: true };

// prettier-ignore
export const organizationRows: Row[] = [
  { call: 'createOrganization', may: signedIn, yes: 201, ask: () => post('/api/organizations/', { name: `New ${newId()}` }) },
  { ...read, call: 'listOrganizations', shows: ({ organization }) => organization, ask: () => get('/api/organizations/?limit=1000') },
  { ...read, call: 'getOrganization', ask: (m) => get(home(m)) },
  { ...read, call: 'getOrganizationBySlug', ask: ({ people }) => get(`/api/organizations/by-slug/${people.owner.organization.slug}/`) },
  {
    call: 'putOrganization',
    may: administrators,
    yes: 200,
    ask: (m) => {
      const { name, slug } = m.people.owner.organization;
      return put(home(m), { name, slug });
    },
  },
  { ...read, call: 'listOrganizationUsers', ask: (m) => get(`${home(m)}users/?expand=user`) },
  { ...read, call: 'listOrganizationUsers', as: 'one person', ask: (m) => get(`${home(m)}users/?user=${m.people.member.user.id}`) },
  { ...read, call: 'getOrganizationUser', ask: (m) => get(`${home(m)}users/${m.membership}/?expand=user`) },
  { ...read, call: 'getOrganizationUser', as: 'who is invited', ask: async (m) => get(`${home(m)}users/${await m.invitation()}/`) },
  { ...patchUser, ask: (m) => patch(`${home(m)}users/${m.membership}/`, { is_admin: false }) },
  { ...patchUser, as: 'who is invited', ask: async (m) => patch(`${home(m)}users/${await m.invitation()}/`, promoted) },
  {
    ...patchUser,
    as: 'oneself',
    may: (actor, name) => administrators(actor) && name !== otherAdmin,
    ask: async (m) => patch(`${home(m)}users/${await m.placeOf(otherAdmin)}/`, promoted),
  },
  { ...patchUser, as: 'the owner', may: noRole, ask: async (m) => patch(`${home(m)}users/${await m.placeOf('owner')}/`, promoted) },
  { ...removeUser, ask: async (m) => remove(`${home(m)}users/${await m.newPlace()}/`) },
  { ...removeUser, as: 'who is invited', ask: async (m) => remove(`${home(m)}users/${await m.invitation()}/`) },
  {
    ...removeUser,
    as: 'oneself',
    may: noRole,
    ask: async (m, who) => {
      const isMember = actors[who].place === 'member' && who !== 'anonymous';
      return remove(`${home(m)}users/${isMember ? await m.placeOf(who) : m.membership}/`);
    },
  },
  { ...removeUser, as: 'the owner', may: noRole, ask: async (m) => remove(`${home(m)}users/${await m.placeOf('owner')}/`) },
  { ...read, call: 'listServiceAccounts', ask: (m) => get(`${home(m)}service-accounts/`) },
  { call: 'createServiceAccount', may: administrators, yes: 201, ask: (m) => post(`${home(m)}service-accounts/`, { name: 'Billing' }) },
  { ...read, call: 'getServiceAccount', ask: async (m) => get(`/api/service-accounts/${await m.account()}/`) },
  { call: 'patchServiceAccount', may: administrators, yes: 200, ask: async (m) => patch(`/api/service-accounts/${await m.account()}/`, { name: 'Wards' }) },
  { call: 'deleteServiceAccount', may: administrators, yes: 204, ask: async (m) => remove(`/api/service-accounts/${await m.account()}/`) },
  { call: 'listInvitations', may: administrators, yes: 200, ask: (m) => get(`${home(m)}invitations/`) },
  { call: 'getInvitation', may: administrators, yes: 200, ask: async (m) => get(`${home(m)}invitations/${await m.invitation()}/`) },
  { call: 'createInvitation', may: administrators, yes: 201, ask: (m) => post(`${home(m)}invitations/`, { email: address() }) },
  { call: 'deleteInvitation', may: administrators, yes: 204, ask: async (m) => remove(`${home(m)}invitations/${await m.invitation()}/`) },
  { call: 'listOwnInvitations', may: signedIn, yes: 200, ask: () => get('/api/invitations/') },
  { call: 'getOwnInvitation', may: signedIn, yes: 200, ask: async (m, who) => get(`/api/invitations/${await m.invitationOf(who)}/`) },
  { call: 'getOwnInvitation', as: 'of another person', may: noRole, yes: 200, no: 404, ask: async (m) => get(`/api/invitations/${await m.invitation()}/`) },
  ...(['accept', 'decline'] as const).flatMap((verb): Row[] => {
    const call = verb === 'accept' ? 'acceptOwnInvitation' : 'declineInvitation';
    const url = (id: string) => `/api/invitations/${id}/${verb}/`;
    return [
      { call, may: signedIn, yes: verb === 'accept' ? 200 : 204, ask: async (m, who) => post(url(await m.invitationOf(who))) },
      { call, as: 'of another person', may: noRole, yes: 200, no: 404, ask: async (m) => post(url(await m.invitation())) },
    ];
  }),
  {
    call: 'leaveOrganization',
    may: signedIn,
    yes: 204,
    ask: async (m, who) => post(`/api/organizations/${await m.hostOf(who, true)}/leave/`),
  },
  {
    call: 'leaveOrganization',
    as: 'without a membership',
    may: noRole,
    yes: 204,
    no: 404,
    ask: async (m, who) => post(`/api/organizations/${await m.hostOf(who, false)}/leave/`),
  },
  { ...audit, ask: (m) => get(`${home(m)}audit-logs/`) },
  { ...audit, as: 'of one person', ask: (m) => get(`${home(m)}audit-logs/?actor=${m.people.owner.user.id}`) },
];
