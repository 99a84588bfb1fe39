/** Teams: people of an organization with the same grants. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { GrantedKeys } from './grants.ts';
import { Reference, Url } from './reference.ts';
import { Slug, Text } from './text.ts';

/** The roles of the teams that come with each schema, in the order of lists. */
export const builtInRoles = ['owners', 'requesters', 'contributors'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];
/** `custom`: a team that was created later. */
export const teamRoles = [...builtInRoles, 'custom'] as const;

/** Teams of one schema. */
export const maxTeamsPerSchema = 50;

export const Team = z.object({
  id: z.string(),
  url: Url,
  organization: Url,
  schema: Url,
  role: z.enum(teamRoles),
  /** Users' ids, or the users themselves with `expand=members`. */
  members: z.array(z.union([Url, MemberUser])),
  name: z.string(),
  slug: z.string(),
});
export type Team = z.infer<typeof Team>;

/** The longest name is a schema's name followed by ` Data Contributors`. */
const TeamName = Text.trim().min(1, 'A team name is required.').max(145);

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

export const createTeam = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'POST',
  path: '/api/organizations/:id/teams/',
  summary: 'Create an additional team of a schema with its grant; through an owner’s proxy both are signed.',
  repeatable: true,
  body: z.strictObject({
    schema: Reference,
    name: TeamName,
    slug: Slug.optional(),
    organization: Reference.optional(),
    members: z.array(Reference).max(1000).default([]),
    /** The keys of its grant. By default its members may search. */
    field_names: GrantedKeys.default({ __query: true }),
    can_create_records: z.boolean().default(false),
  }),
  status: 201,
  reply: Team,
});

export const getTeam = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/teams/:id/',
  summary: 'One team.',
  query: z.strictObject({ expand: expandOf('members') }),
  reply: Team,
});

export const patchTeam = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'PATCH',
  path: '/api/teams/:id/',
  summary: 'Rename a team; through an owner’s proxy the name is signed.',
  repeatable: true,
  body: z
    .strictObject({ name: TeamName.optional(), slug: Slug.optional() })
    .refine(({ name, slug }) => name !== undefined || slug !== undefined, 'There is nothing to change.'),
  reply: Team,
});

export const deleteTeam = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'DELETE',
  path: '/api/teams/:id/',
  summary:
    'Delete a team that was created later, with its grants; its members’ open requests are withdrawn. The three built-in teams stay.',
  status: 204,
  reply: 'nothing',
});

export const putTeam = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'PUT',
  path: '/api/organizations/:id/teams/:teamId/',
  summary: 'Replace a team’s name and members; through an owner’s proxy the change is signed.',
  repeatable: true,
  body: z.strictObject({
    name: TeamName,
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
