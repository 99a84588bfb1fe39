/** Organizations: seen by their members, run by their admins. */
import { newId } from '@cloakroom/service/newId.ts';
import { actors, administrators, members, signedIn } from '../actors.ts';
import type { Row } from '../row.ts';
import type { Matrix } from '../world.ts';

/** An actor whose role all other admins can set. */
const otherAdmin = 'admin who is a data requester';

const home = ({ organization }: Matrix) => `/api/organizations/${organization}/`;

export const organizationRows: Row[] = [
  {
    call: 'createOrganization',
    may: signedIn,
    yes: 201,
    ask: () => ({ method: 'POST', url: '/api/organizations/', body: { name: `New ${newId()}` } }),
  },
  {
    call: 'listOrganizations',
    may: members,
    yes: 200,
    shows: ({ organization }) => organization,
    ask: () => ({ method: 'GET', url: '/api/organizations/?limit=1000' }),
  },
  { call: 'getOrganization', may: members, yes: 200, ask: (m) => ({ method: 'GET', url: home(m) }) },
  {
    call: 'getOrganizationBySlug',
    may: members,
    yes: 200,
    ask: ({ people }) => ({
      method: 'GET',
      url: `/api/organizations/by-slug/${people.owner.organization.slug}/`,
    }),
  },
  {
    call: 'putOrganization',
    may: administrators,
    yes: 200,
    ask: (m) => {
      const { name, slug } = m.people.owner.organization;
      return { method: 'PUT', url: home(m), body: { name, slug } };
    },
  },
  {
    call: 'listOrganizationUsers',
    may: members,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${home(m)}users/?expand=user` }),
  },
  {
    call: 'listOrganizationUsers',
    as: 'one person',
    may: members,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${home(m)}users/?user=${m.people.member.user.id}` }),
  },
  {
    call: 'patchOrganizationUser',
    may: administrators,
    yes: 200,
    ask: (m) => ({ method: 'PATCH', url: `${home(m)}users/${m.membership}/`, body: { is_admin: false } }),
  },
  {
    call: 'patchOrganizationUser',
    as: 'who is invited',
    may: administrators,
    yes: 200,
    ask: async (m) => ({
      method: 'PATCH',
      url: `${home(m)}users/${await m.invitation()}/`,
      body: { is_admin: true },
    }),
  },
  {
    call: 'patchOrganizationUser',
    as: 'oneself',
    may: (actor, name) => administrators(actor) && name !== otherAdmin,
    yes: 200,
    ask: async (m) => ({
      method: 'PATCH',
      url: `${home(m)}users/${await m.placeOf(otherAdmin)}/`,
      body: { is_admin: true },
    }),
  },
  {
    call: 'patchOrganizationUser',
    as: 'the owner',
    may: () => false,
    yes: 200,
    ask: async (m) => ({
      method: 'PATCH',
      url: `${home(m)}users/${await m.placeOf('owner')}/`,
      body: { is_admin: true },
    }),
  },
  {
    call: 'removeOrganizationUser',
    may: administrators,
    yes: 204,
    ask: async (m) => ({ method: 'DELETE', url: `${home(m)}users/${await m.newPlace()}/` }),
  },
  {
    call: 'removeOrganizationUser',
    as: 'who is invited',
    may: administrators,
    yes: 204,
    ask: async (m) => ({ method: 'DELETE', url: `${home(m)}users/${await m.invitation()}/` }),
  },
  {
    call: 'removeOrganizationUser',
    as: 'oneself',
    may: () => false,
    yes: 204,
    ask: async (m, who) => {
      const place =
        actors[who].place === 'member' && who !== 'anonymous' ? await m.placeOf(who) : m.membership;
      return { method: 'DELETE', url: `${home(m)}users/${place}/` };
    },
  },
  {
    call: 'removeOrganizationUser',
    as: 'the owner',
    may: () => false,
    yes: 204,
    ask: async (m) => ({ method: 'DELETE', url: `${home(m)}users/${await m.placeOf('owner')}/` }),
  },
  {
    call: 'listInvitations',
    may: administrators,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${home(m)}invitations/` }),
  },
  {
    call: 'createInvitation',
    may: administrators,
    yes: 201,
    ask: (m) => ({
      method: 'POST',
      url: `${home(m)}invitations/`,
      body: { email: `${newId().toLowerCase()}@example.org` },
    }),
  },
  {
    call: 'deleteInvitation',
    may: administrators,
    yes: 204,
    ask: async (m) => ({ method: 'DELETE', url: `${home(m)}invitations/${await m.invitation()}/` }),
  },
  {
    call: 'listOwnInvitations',
    may: signedIn,
    yes: 200,
    ask: () => ({ method: 'GET', url: '/api/invitations/' }),
  },
  ...(['accept', 'decline'] as const).flatMap((verb): Row[] => [
    {
      call: verb === 'accept' ? 'acceptOwnInvitation' : 'declineInvitation',
      may: signedIn,
      yes: verb === 'accept' ? 200 : 204,
      ask: async (m, who) => ({
        method: 'POST',
        url: `/api/invitations/${await m.invitationOf(who)}/${verb}/`,
      }),
    },
    {
      call: verb === 'accept' ? 'acceptOwnInvitation' : 'declineInvitation',
      as: 'of another person',
      may: () => false,
      yes: 200,
      no: 404,
      ask: async (m) => ({ method: 'POST', url: `/api/invitations/${await m.invitation()}/${verb}/` }),
    },
  ]),
  {
    call: 'leaveOrganization',
    may: signedIn,
    yes: 204,
    ask: async (m, who) => ({
      method: 'POST',
      url: `/api/organizations/${await m.hostOf(who, true)}/leave/`,
    }),
  },
  {
    call: 'leaveOrganization',
    as: 'where one is no member',
    may: () => false,
    yes: 204,
    no: 404,
    ask: async (m, who) => ({
      method: 'POST',
      url: `/api/organizations/${await m.hostOf(who, false)}/leave/`,
    }),
  },
  {
    call: 'listAuditLogs',
    may: administrators,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${home(m)}audit-logs/` }),
  },
  {
    call: 'listAuditLogs',
    as: 'of one person',
    may: administrators,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${home(m)}audit-logs/?actor=${m.people.owner.user.id}` }),
  },
];
