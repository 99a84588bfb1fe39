/** Organizations, their users and invitations. */
import { boolean, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { created, modified } from './columns.ts';
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
    organization: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    user: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
    organization: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    user: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isAdmin: boolean('is_admin').notNull().default(false),
    created: created(),
    modified: modified(),
  },
  (table) => [unique('invitations_once').on(table.organization, table.user)],
);
