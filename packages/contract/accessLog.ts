/** Access logs: signed entries in which a schema's owners say who may have its keys. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { hex } from './text.ts';

/** The newest format of an entry. */
export const accessLogFormat = 1;

/** Limits of one log: entries, and bytes of one entry in JSON. */
export const maxAccessLogEntries = 10_000;
export const maxAccessEntryBytes = 256 * 1024;

const Id = z.string().min(1).max(64);
const Name = z.string().max(400);
const Generation = z.number().int().min(1).max(1_000_000);

/** Ed25519 signs, X25519 receives. */
const PublicKeys = z.strictObject({ signs: hex(32), receives: hex(32) });

/** A team with its members' user ids, in ascending order. */
export const TeamSnapshot = z.strictObject({ id: Id, name: Name, members: z.array(Id).max(1000) });
export type TeamSnapshot = z.infer<typeof TeamSnapshot>;

/** The keys that the members of some teams may have. */
export const GrantSnapshot = z.strictObject({
  id: Id,
  teams: z.array(Id).max(100),
  /** Names of keys in ascending order, `__query` among them; null for every key. */
  field_names: z.array(z.string().max(1024)).max(1000).nullable(),
  can_share_keys: z.boolean(),
});
export type GrantSnapshot = z.infer<typeof GrantSnapshot>;

/** A person's identity that may receive keys; an owner's may sign entries. */
export const AdmittedDevice = z.strictObject({
  user: Id,
  /** The person's e-mail address when the device was admitted. */
  email: Name,
  ...PublicKeys.shape,
  /** Whether two people compared the words of its fingerprint. */
  compared: z.boolean(),
});
export type AdmittedDevice = z.infer<typeof AdmittedDevice>;

/**
 * A signing key derived from the signer's seed: with the 24 recovery words alone, a keyring recognises the person's own
 * entries and admits a new device.
 */
const SeedKey = z.strictObject({ signs: hex(32), signature: hex(64) });

/** What an entry changes. */
export const AccessChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('begin'),
    generation: Generation,
    /** SHA-256 over the key checks of that generation. */
    key_checks: hex(32),
    /** SHA-256 over the schema's definition. */
    definition: hex(32).optional(),
    teams: z.array(TeamSnapshot).max(100),
    grants: z.array(GrantSnapshot).max(100),
    /** The signer's own device, and those that their keyring trusted before there was a log. */
    devices: z.array(AdmittedDevice).max(1000),
    seed_key: SeedKey,
  }),
  z.strictObject({ type: z.literal('team'), ...TeamSnapshot.shape }),
  z.strictObject({ type: z.literal('grant'), ...GrantSnapshot.shape }),
  z.strictObject({
    type: z.literal('device'),
    ...AdmittedDevice.shape,
    /** Present if a person admits their own device: a signature by the key of their seed. */
    by_seed: hex(64).optional(),
  }),
  z.strictObject({
    type: z.literal('generation'),
    generation: Generation,
    key_checks: hex(32),
    /** Keyed BLAKE2b-256 over the change, under the query key of the previous generation. */
    former_mac: hex(32),
    seed_key: SeedKey,
  }),
  /** Replaces the key checks of the newest generation: the fields of an empty schema were changed. */
  z.strictObject({ type: z.literal('keys'), key_checks: hex(32) }),
  /** Makes the keys of an earlier generation valid again, after a backup of the service was restored. */
  z.strictObject({ type: z.literal('restore'), generation: Generation, key_checks: hex(32) }),
]);
export type AccessChange = z.infer<typeof AccessChange>;

export const AccessEntry = z.strictObject({
  format: z.literal(accessLogFormat),
  schema: Id,
  /** 1, 2, 3, … */
  number: z.number().int().min(1).max(maxAccessLogEntries),
  /** SHA-256 of the previous entry; empty for the first. */
  previous: z.union([hex(32), z.literal('')]),
  /** When it was signed, in ISO 8601. */
  time: z.iso.datetime(),
  /** The generation of the query key under the MAC: the newest one once this entry is appended. */
  generation: Generation,
  signer: z.strictObject({ user: Id, name: Name.min(1), ...PublicKeys.shape }),
  change: AccessChange,
  /** Keyed BLAKE2b-256 of the rest without the signature. */
  mac: hex(32),
  /** Ed25519 signature of the rest and the MAC. */
  signature: hex(64),
});
export type AccessEntry = z.infer<typeof AccessEntry>;

const atService = { answeredBy: 'service', access: 'user' } as const;
const atProxy = { answeredBy: 'proxy', access: 'user' } as const;

export const listAccessLog = endpoint({
  ...atService,
  method: 'GET',
  path: '/api/schemas/:id/access-log/',
  openToServiceAccounts: true,
  summary:
    'The signed list of who may have a schema’s keys, entry by entry. The service doesn’t verify signatures.',
  query: listQuery(),
  reply: z.array(AccessEntry),
});

export const appendAccessLog = endpoint({
  ...atService,
  method: 'POST',
  path: '/api/schemas/:id/access-log/',
  summary:
    'Append an entry to the signed list; for those who may share keys. 409 unless it follows the last one.',
  body: AccessEntry,
  status: 201,
  reply: AccessEntry,
});

/** A device of a person who may have keys. */
const KnownDevice = z.object({
  signs: z.string(),
  receives: z.string(),
  compared: z.boolean(),
  words: z.array(z.string()),
});
export type KnownDevice = z.infer<typeof KnownDevice>;

/** Access that the service shows and owners have not signed. It gives no key. */
const Unconfirmed = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('member'),
    team: z.string(),
    team_name: z.string(),
    user: z.string(),
    email: z.string(),
    /** The keys that the signed grants name for the team; null for every key. */
    fields: z.array(z.string()).nullable(),
    can_share_keys: z.boolean(),
  }),
  z.object({
    type: z.literal('grant'),
    ...GrantSnapshot.shape,
    team_names: z.array(z.string()),
    /** The keys that owners have not signed; null for every key. */
    added: z.array(z.string()).nullable(),
  }),
]);
export type Unconfirmed = z.infer<typeof Unconfirmed>;

export const SchemaAccess = z.object({
  /**
   * `none`: the schema has no log. `accepted`: every entry was verified. `unconfirmed`: this keyring doesn't know the person
   * who began it as an owner. `refused`: it contradicts an earlier version of the log, or a signature is wrong.
   */
  state: z.enum(['none', 'accepted', 'unconfirmed', 'refused']),
  /** The reason, in sentences; empty for `accepted` and `none`. */
  detail: z.string(),
  /** The person who began it. */
  begun: z.object({ name: z.string(), user: z.string(), time: z.string() }).nullable(),
  /** The fingerprint of the person who began it, for `unconfirmed`. */
  words: z.array(z.string()),
  /** Whether this device may sign for the schema. */
  may_sign: z.boolean(),
  /** Whether this machine began the log for a schema that was already shared, and the caller hasn't dismissed the notice. */
  notice: z.boolean(),
  /** The people who may have keys, as owners have signed. */
  people: z.array(
    z.object({
      user: z.string(),
      email: z.string(),
      owner: z.boolean(),
      devices: z.array(KnownDevice),
    }),
  ),
  unconfirmed: z.array(Unconfirmed),
});
export type SchemaAccess = z.infer<typeof SchemaAccess>;

export const getAccess = endpoint({
  ...atProxy,
  method: 'GET',
  path: '/api/schemas/:id/access/',
  summary: 'Who may have a schema’s keys, as its owners have signed, and what the service shows beyond that.',
  reply: SchemaAccess,
});

export const confirmAccess = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/schemas/:id/access/confirm/',
  summary: 'Sign that a person belongs to a team, or that a grant names these keys; for owners.',
  body: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('member'), team: Id, user: Id }),
    z.strictObject({ type: z.literal('grant'), ...GrantSnapshot.shape }),
  ]),
  reply: SchemaAccess,
});

export const trustAccess = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/schemas/:id/access/trust/',
  summary: 'Accept a schema’s signed list after comparing the words of the person who began it.',
  body: z.strictObject({ words: z.string().max(255) }),
  reply: SchemaAccess,
});

export const compareDevice = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/schemas/:id/access/compare/',
  summary: 'Sign that the words of an admitted device were compared with its person.',
  body: z.strictObject({ user: Id, ...PublicKeys.shape, words: z.string().max(255) }),
  reply: SchemaAccess,
});

export const dismissAccessNotice = endpoint({
  ...atProxy,
  method: 'POST',
  path: '/api/schemas/:id/access/noticed/',
  summary: 'Hide the notice about the beginning of the signed list.',
  status: 204,
  reply: 'nothing',
});

/** What this machine knows about one outstanding request. */
export const RequestStatus = z.object({
  request: z.string(),
  /**
   * `compared` and `uncompared`: the device is known here. `new`: no device of the person is known. `changed`: only another
   * one is. `unusable`: revoked, or its keys are invalid.
   */
  device: z.enum(['compared', 'uncompared', 'new', 'changed', 'unusable']),
  /** Whether owners have signed that the person may have the key; `unknown` if the signed list can't be used. */
  access: z.enum(['signed', 'unconfirmed', 'unknown']),
});
export type RequestStatus = z.infer<typeof RequestStatus>;

export const listRequestStatuses = endpoint({
  ...atProxy,
  method: 'GET',
  path: '/api/requests/statuses/',
  summary:
    'For each outstanding request: whether its device is known here, and whether owners have signed that its person may have the key.',
  reply: z.array(RequestStatus),
});
