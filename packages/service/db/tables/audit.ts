/** The audit log. */
import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { organizations } from './organizations.ts';

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
    timestamp: moment('timestamp').notNull().defaultNow(),
  },
  (table) => [index('audit_log_organization').on(table.organization, table.timestamp)],
);
