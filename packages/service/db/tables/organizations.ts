/** Organizations, their users and invitations. */
import { boolean, index, pgTable, text, unique, json } from 'drizzle-orm/pg-core';
import { belongsTo, created, modified, timestampColumn } from './columns.ts';
import { users } from './people.ts';

export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  /** The id of the owner's row in organization_users. */
  owner: text('owner').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  created: created(),
  modified: modified(),
});

export const organizationUsers = pgTable(
  'organization_users',
  {
    id: text('id').primaryKey(),
    organization: belongsTo('organization_id', () => organizations.id),
    user: belongsTo('user_id', () => users.id),
    isAdmin: boolean('is_admin').notNull().default(false),
    created: created(),
    modified: modified(),
  },
  (table) => [
    unique('organization_users_once').on(table.organization, table.user),
    index('organization_users_user').on(table.user),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    organization: belongsTo('organization_id', () => organizations.id),
    user: belongsTo('user_id', () => users.id),
    isAdmin: boolean('is_admin').notNull().default(false),
    created: created(),
    modified: modified(),
  },
  (table) => [unique('invitations_once').on(table.organization, table.user)],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: text('id').primaryKey(),
    organization: text('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    actor: text('actor_id'),
    action: text('action', { enum: ['create', 'update', 'delete', 'access'] }).notNull(),
    model: text('model').notNull(),
    object: text('object_id').notNull(),
    changes: json('changes').$type<Record<string, unknown>>().notNull(),
    address: text('address').notNull().default(''),
    timestamp: timestampColumn('timestamp').notNull().defaultNow(),
  },
  (table) => [index('audit_log_organization').on(table.organization, table.timestamp)],
);
