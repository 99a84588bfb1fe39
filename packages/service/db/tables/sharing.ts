/** Identities, access logs, requests for keys and sealed keys. */
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { belongsTo, created, timestampColumn } from './columns.ts';
import { schemas } from './datasets.ts';
import { users } from './people.ts';

/** The public halves of a person's keys on one device. */
export const identities = pgTable(
  'identities',
  {
    id: text('id').primaryKey(),
    user: belongsTo('user_id', () => users.id),
    device: text('device_id').notNull(),
    primaryPublicKey: text('primary_public_key').notNull(),
    subPublicKey: text('sub_public_key').notNull(),
    created: created(),
    revoked: timestampColumn('revoked'),
  },
  (table) => [unique('identities_device').on(table.user, table.device)],
);

/** The entries of a schema's access log. The service only stores them: proxies verify the signatures. */
export const accessLog = pgTable(
  'access_log',
  {
    schema: belongsTo('schema_id', () => schemas.id),
    number: integer('number').notNull(),
    /** The entry in JSON, as its signer sent it. */
    body: text('body').notNull(),
    /** SHA-256, which the next entry refers to. */
    hash: text('hash').notNull(),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.schema, table.number] })],
);

/** A request for one key of a schema, to be sealed for one of the person's identities. */
export const requests = pgTable(
  'requests',
  {
    id: text('id').primaryKey(),
    identity: belongsTo('identity_id', () => identities.id),
    schema: belongsTo('schema_id', () => schemas.id),
    fieldName: text('field_name').notNull(),
    created: created(),
    expires: timestampColumn('expires').notNull(),
    fulfilled: timestampColumn('fulfilled'),
    received: timestampColumn('received'),
    denied: timestampColumn('denied'),
    /** Why the request was denied. */
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    unique('requests_once').on(table.identity, table.schema, table.fieldName),
    index('requests_schema').on(table.schema),
  ],
);

/** A key, sealed for the identity that requested it. */
export const materials = pgTable(
  'materials',
  {
    id: text('id').primaryKey(),
    request: belongsTo('request_id', () => requests.id),
    /** The identity of the sender. */
    uploadedBy: belongsTo('uploaded_by', () => identities.id),
    /** The sealed key; emptied once it was received. */
    payload: text('payload').notNull(),
    signature: text('signature').notNull(),
    /** A value that only a holder of the key can compute. The sender stores it; it is never returned. */
    proof: text('proof').notNull(),
    /** When the recipient sent the same proof. */
    proofed: timestampColumn('proofed'),
    created: created(),
  },
  (table) => [index('materials_request').on(table.request), index('materials_sealer').on(table.uploadedBy)],
);
