/** Columns that many tables have. */
import { customType, text, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const created = () => timestampColumn('created').notNull().defaultNow();
export const modified = () => timestampColumn('modified').notNull().defaultNow();
/** The id of a row that this one is deleted with. */
export const belongsTo = (name: string, id: () => AnyPgColumn) =>
  text(name).notNull().references(id, { onDelete: 'cascade' });
