/** How keys travel between people. */
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { created, moment } from './columns.ts';
import { schemas } from './datasets.ts';
import { users } from './people.ts';

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
    revoked: moment('revoked'),
  },
  (table) => [unique('identities_device').on(table.user, table.device)],
);

/** A schema's signed list of who may have its keys. Nothing here decides anything: proxies check signatures. */
export const accessLog = pgTable(
  'access_log',
  {
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** The entry as its signer sent it, in JSON. */
    body: text('body').notNull(),
    /** SHA-256 that the next entry names. */
    hash: text('hash').notNull(),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.schema, table.number] })],
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
    denied: moment('denied'),
    /** Why it was denied. */
    reason: text('reason').notNull().default(''),
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
    /** Empty once the key has arrived: nobody needs it any more, and nobody can open it later. */
    payload: text('payload').notNull(),
    signature: text('signature').notNull(),
    /** What the recipient can tell only with the key: its sender stores it, nobody is told. */
    proof: text('proof').notNull(),
    /** When the recipient told it as well. */
    proofed: moment('proofed'),
    created: created(),
  },
  (table) => [index('materials_request').on(table.request), index('materials_sealer').on(table.uploadedBy)],
);
