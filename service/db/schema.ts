/** The service's tables. Sealed data is reached by primary key and prefix alone, so any database that speaks PostgreSQL will do. */
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import type { JsonSchema } from '#contract/fields.ts';
import type { KeyChecks } from '#contract/schemas.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const created = () => moment('created').notNull().defaultNow();
const modified = () => moment('modified').notNull().defaultNow();

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  /** Argon2id; null until an invited person chooses a password, and for those who sign in with Google. */
  passwordHash: text('password_hash'),
  /** Google’s own id of the person whose first sign-in made the account. */
  googleSubject: text('google_subject').unique(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  isActive: boolean('is_active').notNull().default(false),
  isSuperuser: boolean('is_superuser').notNull().default(false),
  planName: text('plan_name').notNull().default('Free'),
  billingCustomer: text('billing_customer'),
  joined: moment('date_joined').notNull().defaultNow(),
  lastLogin: moment('last_login'),
});

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value: a stolen table opens no session. */
    idHash: text('id_hash').primaryKey(),
    user: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created: created(),
    lastSeen: moment('last_seen').notNull().defaultNow(),
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.user)],
);

/** Failed or costly calls by key and quarter of an hour, shared by every instance. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').notNull(),
    period: bigint('period', { mode: 'number' }).notNull(),
    count: integer('count').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.key, table.period] })],
);

export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  /** The organization user who owns it. */
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

export const datasets = pgTable(
  'datasets',
  {
    id: text('id').primaryKey(),
    organization: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    created: created(),
  },
  (table) => [unique('datasets_slug').on(table.organization, table.slug)],
);

export const schemas = pgTable(
  'schemas',
  {
    id: text('id').primaryKey(),
    dataset: text('dataset_id')
      .notNull()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    organization: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    creator: text('creator_id').notNull(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    /** Kept as written: jsonb would lose the order of the properties. */
    definition: json('definition').$type<JsonSchema>().notNull(),
    keyChecks: json('key_checks').$type<KeyChecks>(),
    created: created(),
  },
  (table) => [
    unique('schemas_slug').on(table.dataset, table.slug),
    index('schemas_organization').on(table.organization),
  ],
);

export const teams = pgTable(
  'teams',
  {
    id: text('id').primaryKey(),
    organization: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owners', 'requesters'] }).notNull(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
  },
  (table) => [index('teams_schema').on(table.schema), index('teams_organization').on(table.organization)],
);

export const teamMembers = pgTable(
  'team_members',
  {
    team: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    user: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.team, table.user] }), index('team_members_user').on(table.user)],
);

/** What a team's members may do with a schema. */
export const grants = pgTable(
  'grants',
  {
    id: text('id').primaryKey(),
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    team: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** The keys it names; null means every field key and the query key. */
    fieldNames: json('field_names').$type<Record<string, true>>(),
    canShareKeys: boolean('can_share_keys').notNull(),
    canCreateRecords: boolean('can_create_records').notNull(),
  },
  (table) => [index('grants_schema').on(table.schema)],
);

export const manifests = pgTable('manifests', {
  schema: text('schema_id')
    .primaryKey()
    .references(() => schemas.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** The manifest as its publisher signed it, in JSON. */
  body: text('body').notNull(),
});

export const segments = pgTable(
  'segments',
  {
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    segment: bytes('segment').notNull(),
    header: bytes('header').notNull(),
    /** SHA-256 of the whole body, so that the same segment twice is told from another one under its id. */
    digest: bytes('digest').notNull(),
    /** The records that came with it: `records` of them, none with a merged segment. */
    upload: bytes('upload').notNull(),
    first: bigint('first', { mode: 'number' }).notNull(),
    records: integer('records').notNull(),
    created: created(),
    /** Since when no manifest names it; null while one does. */
    loose: moment('loose').defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.schema, table.segment] }),
    unique('segments_id').on(table.segment),
    index('segments_loose').on(table.schema, table.loose),
  ],
);

export const blocks = pgTable(
  'blocks',
  { segment: bytes('segment').notNull(), label: bytes('label').notNull(), data: bytes('data').notNull() },
  (table) => [primaryKey({ columns: [table.segment, table.label] })],
);

/** One row an upload: whose records they are, once instead of with each of them. */
export const uploads = pgTable(
  'uploads',
  {
    upload: bytes('upload').primaryKey(),
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    owner: text('owner_id').notNull(),
    created: created(),
  },
  (table) => [index('uploads_schema').on(table.schema)],
);

export const records = pgTable(
  'records',
  {
    upload: bytes('upload').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload, table.number] })],
);

/** The public halves of a person's keys on one device. */
export const identities = pgTable(
  'identities',
  {
    id: text('id').primaryKey(),
    user: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device_id').notNull(),
    primaryPublicKey: text('primary_public_key').notNull(),
    subPublicKey: text('sub_public_key').notNull(),
    created: created(),
  },
  (table) => [unique('identities_device').on(table.user, table.device)],
);

/** Somebody's wish for one key of a schema, sealed to one of their identities. */
export const requests = pgTable(
  'requests',
  {
    id: text('id').primaryKey(),
    identity: text('identity_id')
      .notNull()
      .references(() => identities.id, { onDelete: 'cascade' }),
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    fieldName: text('field_name').notNull(),
    created: created(),
    expires: moment('expires').notNull(),
    fulfilled: moment('fulfilled'),
    received: moment('received'),
  },
  (table) => [
    unique('requests_once').on(table.identity, table.schema, table.fieldName),
    index('requests_schema').on(table.schema),
  ],
);

/** A key, sealed for the identity that asked for it. */
export const materials = pgTable(
  'materials',
  {
    id: text('id').primaryKey(),
    request: text('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    /** The identity of who sealed it. */
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => identities.id, { onDelete: 'cascade' }),
    payload: text('payload').notNull(),
    signature: text('signature').notNull(),
    /** What the recipient can tell only with the key: its sender stores it, nobody is told. */
    proof: text('proof').notNull(),
    /** When the recipient told it as well. */
    proofed: moment('proofed'),
    created: created(),
  },
  (table) => [index('materials_request').on(table.request)],
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
    timestamp: moment('timestamp').notNull().defaultNow(),
  },
  (table) => [index('audit_log_organization').on(table.organization, table.timestamp)],
);
