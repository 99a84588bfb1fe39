/** Columns that many tables have. */
import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const created = () => moment('created').notNull().defaultNow();
export const modified = () => moment('modified').notNull().defaultNow();
