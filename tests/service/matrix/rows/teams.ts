/** Teams and grants: seen by the organization, changed by data owners and admins. */
import { entryFor } from '../../support/accessLog.ts';
import { dataOwners, members, teamManagers } from '../actors.ts';
import type { Row } from '../row.ts';

export const teamRows: Row[] = [
  {
    call: 'listSchemaTeams',
    may: members,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${m.schema.url}teams/?expand=members` }),
  },
  {
    call: 'listTeams',
    may: members,
    yes: 200,
    ask: ({ organization }) => ({ method: 'GET', url: `/api/organizations/${organization}/teams/` }),
  },
  {
    call: 'putTeam',
    may: teamManagers,
    yes: 200,
    ask: ({ team, requesters, people, organization }) => ({
      method: 'PUT',
      url: team,
      body: {
        name: requesters.name,
        organization: `/api/organizations/${organization}/`,
        members: [people['data requester'], people['admin who is a data requester']].map(
          ({ user }) => user.id,
        ),
      },
    }),
  },
  {
    call: 'addMember',
    may: teamManagers,
    yes: 204,
    ask: ({ team, people }) => ({
      method: 'POST',
      url: `${team}add_member/`,
      body: { id: people['data requester'].user.id },
    }),
  },
  {
    call: 'addMember',
    as: 'by their place in the organization',
    may: teamManagers,
    yes: 204,
    ask: ({ team, membership }) => ({ method: 'POST', url: `${team}add_member/`, body: { id: membership } }),
  },
  {
    call: 'removeMember',
    may: teamManagers,
    yes: 204,
    ask: ({ team, people }) => ({
      method: 'POST',
      url: `${team}remove_member/`,
      body: { id: people.member.user.id },
    }),
  },
  {
    call: 'listGrants',
    may: members,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${m.schema.url}grants/` }),
  },
  {
    call: 'patchGrant',
    may: teamManagers,
    yes: 200,
    ask: ({ grant }) => ({ method: 'PATCH', url: grant.url, body: { field_names: grant.field_names } }),
  },
  {
    call: 'listAccessLog',
    may: members,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${m.schema.url}access-log/` }),
  },
  {
    call: 'appendAccessLog',
    may: dataOwners,
    yes: 201,
    ask: async (m) => ({
      method: 'POST',
      url: `${m.schema.url}access-log/`,
      body: await entryFor(m.service, m.schema.id),
    }),
  },
];
