/** Columns that many tables have. */
import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const created = () => timestampColumn('created').notNull().defaultNow();
export const modified = () => timestampColumn('modified').notNull().defaultNow();
