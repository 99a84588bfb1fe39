/** Answers that are given again when their call is sent again. */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created } from './columns.ts';
import { users } from './people.ts';

/** One call that succeeded under a key of its sender's choice; swept a day later. */
export const repeats = pgTable(
  'repeats',
  {
    user: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    /** SHA-256 of the checked body. */
    digest: text('digest').notNull(),
    /** JSON; null where nothing is answered. The status is the call’s one success. Whatever opens an account is not in it. */
    answer: text('answer'),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.user, table.key] }), index('repeats_created').on(table.created)],
);
