/** Users, their sessions, and counts of throttled attempts. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { belongsTo, created, timestampColumn } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** Normalized by `normalizeEmail`. */
    email: text('email').notNull().unique(),
    /** Argon2id; null until an invited person chooses a password, and for those who sign in with Google. */
    passwordHash: text('password_hash'),
    /** Google’s subject id of the person whose first sign-in created the account. */
    googleSubject: text('google_subject').unique(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    isActive: boolean('is_active').notNull().default(false),
    isSuperuser: boolean('is_superuser').notNull().default(false),
    /** A program: a member of one organization for as long as it is active. */
    isServiceAccount: boolean('is_service_account').notNull().default(false),
    /** Whether the user has an identity that isn’t revoked, so that keys can be sealed for it. */
    hasIdentity: boolean('has_identity').notNull().default(false),
    planName: text('plan_name').notNull().default('Free'),
    billingCustomer: text('billing_customer'),
    joined: timestampColumn('date_joined').notNull().defaultNow(),
    lastLogin: timestampColumn('last_login'),
  },
  (table) => [
    check(
      'users_service_account_without_password',
      sql`not ${table.isServiceAccount} or (${table.passwordHash} is null and ${table.googleSubject} is null)`,
    ),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value, so that a leaked table opens no session. */
    idHash: text('id_hash').primaryKey(),
    user: belongsTo('user_id', () => users.id),
    created: created(),
    lastSeen: timestampColumn('last_seen').notNull().defaultNow(),
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.user)],
);

/** Counts of failed or costly calls by key and period of 15 minutes, shared by all instances. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').notNull(),
    period: bigint('period', { mode: 'number' }).notNull(),
    count: integer('count').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.key, table.period] })],
);

/** A successful call with an idempotency key; deleted after a day. */
export const repeats = pgTable(
  'repeats',
  {
    user: belongsTo('user_id', () => users.id),
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
