/** API tokens of people, for their programs. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { belongsTo, created, timestampColumn } from './columns.ts';
import { organizationUsers } from './organizations.ts';

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token: a leaked table contains no usable one. */
    hash: text('hash').notNull().unique(),
    /** The token's first characters. */
    prefix: text('prefix').notNull(),
    name: text('name').notNull(),
    /** The membership of the person who created it. It ends with that: a person who joins again has no tokens. */
    organizationUser: belongsTo('organization_user_id', () => organizationUsers.id),
    /** The ids of the datasets that it is restricted to; null for all of the organization. Ids are never used again. */
    datasets: text('datasets').array(),
    verbs: text('verbs', { enum: ['read', 'write', 'delete'] })
      .array()
      .notNull(),
    created: created(),
    expires: timestampColumn('expires').notNull(),
    lastUsed: timestampColumn('last_used'),
    /** A revoked token stays, so that calls with it learn why they are refused. */
    revoked: timestampColumn('revoked'),
  },
  (table) => [index('api_tokens_organization_user').on(table.organizationUser)],
);
