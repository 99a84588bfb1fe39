/** Stored answers of calls with an idempotency key. */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created } from './columns.ts';
import { users } from './people.ts';

/** A successful call with an idempotency key; deleted after a day. */
export const repeats = pgTable(
  'repeats',
  {
    user: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    /** SHA-256 of the validated body. */
    digest: text('digest').notNull(),
    /** JSON without secrets; null for an empty answer. The status is the endpoint’s only success status. */
    answer: text('answer'),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.user, table.key] }), index('repeats_created').on(table.created)],
);
