/** Teams: people of an organization with the same grants. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { Reference } from './reference.ts';
import { Text } from './text.ts';

export const teamRoles = ['owners', 'requesters'] as const;

export const Team = z.object({
  id: z.string(),
  url: z.string(),
  organization: z.string(),
  schema: z.string(),
  role: z.enum(teamRoles),
  /** Users' ids, or the users themselves with `expand=members`. */
  members: z.array(z.union([z.string(), MemberUser])),
  name: z.string(),
  slug: z.string(),
});
export type Team = z.infer<typeof Team>;

const shared = { answeredBy: 'service', access: 'user' } as const;
const Filters = z.object({
  id: Reference.optional(),
  name: Text.optional(),
  slug: Text.optional(),
  expand: expandOf('members'),
});

export const listSchemaTeams = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/schemas/:id/teams/',
  summary: 'A schema’s teams, its data owners first.',
  query: listQuery().extend(Filters.shape),
  reply: z.array(Team),
});

export const listTeams = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/teams/',
  summary: 'An organization’s teams.',
  query: listQuery().extend({ ...Filters.shape, schema: Reference.optional() }),
  reply: z.array(Team),
});

export const putTeam = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'PUT',
  path: '/api/organizations/:id/teams/:teamId/',
  summary: 'Replace a team’s name and members; through an owner’s proxy the change is signed.',
  repeatable: true,
  body: z.strictObject({
    /** A schema's name and ` Data Requesters`. */
    name: Text.trim().min(1, 'A team name is required.').max(143),
    slug: z.string().max(127).optional(),
    organization: Reference.optional(),
    members: z.array(Reference).max(1000),
  }),
  reply: Team,
});

const OneMember = z.strictObject({ id: Reference });

export const addMember = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'POST',
  path: '/api/organizations/:id/teams/:teamId/add_member/',
  summary: 'Add a person, by user id or organization user id; an owner’s proxy signs the former.',
  repeatable: true,
  body: OneMember,
  status: 204,
  reply: 'nothing',
});

export const removeMember = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'POST',
  path: '/api/organizations/:id/teams/:teamId/remove_member/',
  summary: 'Remove a person, by user id or organization user id.',
  repeatable: true,
  body: OneMember,
  status: 204,
  reply: 'nothing',
});
