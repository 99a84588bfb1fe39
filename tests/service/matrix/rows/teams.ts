/** Teams and grants: seen by the organization, changed by data owners and admins. */
import { entryFor } from '../../support/accessLog.ts';
import { dataOwners, members, teamManagers } from '../actors.ts';
import { get, patch, post, put, type Row } from '../row.ts';

const read = { may: members, yes: 200 } as const;
const change = { may: teamManagers, yes: 204 } as const;

// prettier-ignore
export const teamRows: Row[] = [
  { ...read, call: 'listSchemaTeams', ask: (m) => get(`${m.schema.url}teams/?expand=members`) },
  { ...read, call: 'listTeams', ask: (m) => get(`/api/organizations/${m.organization}/teams/`) },
  {
    ...change,
    call: 'putTeam',
    yes: 200,
    ask: ({ team, requesters: { name }, people, organization }) => {
      const members = [people['data requester'], people['admin who is a data requester']];
      return put(team, { name, organization: `/api/organizations/${organization}/`, members: members.map(({ user }) => user.id) });
    },
  },
  { ...change, call: 'addMember', ask: ({ team, people }) => post(`${team}add_member/`, { id: people['data requester'].user.id }) },
  { ...change, call: 'addMember', as: 'by their place in the organization', ask: (m) => post(`${m.team}add_member/`, { id: m.membership }) },
  { ...change, call: 'removeMember', ask: ({ team, people }) => post(`${team}remove_member/`, { id: people.member.user.id }) },
  { ...read, call: 'listGrants', ask: (m) => get(`${m.schema.url}grants/`) },
  { ...change, call: 'patchGrant', yes: 200, ask: ({ grant }) => patch(grant.url, { field_names: grant.field_names }) },
  { ...read, call: 'listAccessLog', ask: (m) => get(`${m.schema.url}access-log/`) },
  { call: 'appendAccessLog', may: dataOwners, yes: 201, ask: async (m) => post(`${m.schema.url}access-log/`, await entryFor(m.service, m.schema.id)) },
];
