/** Datasets, schemas, teams and grants. */
import { boolean, index, integer, json, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { KeyChecks } from '@cloakroom/contract/schemas.ts';
import { teamRoles } from '@cloakroom/contract/teams.ts';
import { belongsTo, bytes, created } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './people.ts';

export const datasets = pgTable(
  'datasets',
  {
    id: text('id').primaryKey(),
    organization: belongsTo('organization_id', () => organizations.id),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    created: created(),
  },
  (table) => [unique('datasets_slug').on(table.organization, table.slug)],
);

export const schemas = pgTable(
  'schemas',
  {
    id: text('id').primaryKey(),
    dataset: belongsTo('dataset_id', () => datasets.id),
    organization: belongsTo('organization_id', () => organizations.id),
    creator: text('creator_id').notNull(),
    /** The person whose keyring derives the newest keys; null for the creator. */
    keysBy: text('keys_by'),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    /** json, not jsonb, which would lose the order of the properties. */
    definition: json('definition').$type<JsonSchema>().notNull(),
    /** Of the newest generation of keys; those of earlier ones are in {@link earlierKeyChecks}. */
    keyChecks: json('key_checks').$type<KeyChecks>(),
    generation: integer('generation').notNull().default(1),
    /** Under the newest generation: those of keys that stay, while its creator has not vouched for other fields' keys. */
    earlierKeyChecks: json('earlier_key_checks').$type<Record<string, KeyChecks>>().notNull().default({}),
    created: created(),
  },
  (table) => [
    unique('schemas_slug').on(table.dataset, table.slug),
    index('schemas_organization').on(table.organization),
  ],
);

export const teams = pgTable(
  'teams',
  {
    id: text('id').primaryKey(),
    organization: belongsTo('organization_id', () => organizations.id),
    schema: belongsTo('schema_id', () => schemas.id),
    role: text('role', { enum: teamRoles }).notNull(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
  },
  (table) => [index('teams_schema').on(table.schema), index('teams_organization').on(table.organization)],
);

export const teamMembers = pgTable(
  'team_members',
  {
    team: belongsTo('team_id', () => teams.id),
    user: belongsTo('user_id', () => users.id),
  },
  (table) => [primaryKey({ columns: [table.team, table.user] }), index('team_members_user').on(table.user)],
);

/** The permissions of a team on a schema. */
export const grants = pgTable(
  'grants',
  {
    id: text('id').primaryKey(),
    schema: belongsTo('schema_id', () => schemas.id),
    team: belongsTo('team_id', () => teams.id),
    /** The keys whose values the members may read; null means every field key and the query key. */
    fieldNames: json('field_names').$type<Record<string, true>>(),
    canShareKeys: boolean('can_share_keys').notNull(),
    canCreateRecords: boolean('can_create_records').notNull(),
  },
  (table) => [index('grants_schema').on(table.schema)],
);

/** Saved views of a schema's records. The service can't read them. */
export const savedViews = pgTable(
  'saved_views',
  {
    schema: belongsTo('schema_id', () => schemas.id),
    /** Chosen by the proxy, which seals it with the view. */
    id: text('id').notNull(),
    version: integer('version').notNull(),
    generation: integer('generation').notNull(),
    sealed: bytes('sealed').notNull(),
    creator: text('creator_id').notNull(),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.schema, table.id] })],
);
