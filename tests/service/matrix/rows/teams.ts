/** Teams and grants: seen by the organization, changed by data owners and admins. */
import { entryFor } from '../../support/accessLog.ts';
import { dataOwners, members, teamManagers } from '../actors.ts';
import { get, patch, post, put, remove, type Row } from '../row.ts';

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
  {
    ...change,
    call: 'createTeam',
    yes: 201,
    ask: async ({ newTeam, organization, schema, people }) => {
      await newTeam();
      const members = [people['data requester'].user.id];
      return post(`/api/organizations/${organization}/teams/`, { schema: schema.id, name: 'Auditors', members });
    },
  },
  { ...read, call: 'getTeam', ask: (m) => get(m.requesters.url) },
  { ...change, call: 'patchTeam', yes: 200, ask: (m) => patch(m.requesters.url, { name: m.requesters.name }) },
  { ...change, call: 'deleteTeam', ask: async (m) => remove(`/api/teams/${await m.newTeam()}/`) },
  { ...read, call: 'listAllGrants', shows: (m) => m.grant.id, ask: (m) => get(`/api/grants/?schema=${m.schema.id}`) },
  { ...read, call: 'getGrant', ask: (m) => get(m.grant.url) },
  { ...change, call: 'createGrant', yes: 201, ask: async (m) => post('/api/grants/', { team: await m.newTeam(), schema: m.schema.id, field_names: { __query: true } }) },
  { ...change, call: 'changeGrant', yes: 200, ask: ({ grant }) => patch(grant.url, { field_names: grant.field_names }) },
  {
    ...change,
    call: 'deleteGrant',
    ask: async (m) => {
      const made = await m.call(m.people['data owner'], 'POST', '/api/grants/', { team: await m.newTeam(), field_names: { __query: true } });
      return remove(made.json<{ url: string }>().url);
    },
  },
  { ...read, call: 'listGrants', ask: (m) => get(`${m.schema.url}grants/`) },
  { ...change, call: 'patchGrant', yes: 200, ask: ({ schema, grant }) => patch(`${schema.url}grants/${grant.id}/`, { field_names: grant.field_names }) },
  { ...read, call: 'listAccessLog', ask: (m) => get(`${m.schema.url}access-log/`) },
  { call: 'appendAccessLog', may: dataOwners, yes: 201, ask: async (m) => post(`${m.schema.url}access-log/`, await entryFor(m.service, m.schema.id)) },
];
