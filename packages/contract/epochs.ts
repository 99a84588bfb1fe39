/** Epochs: an owner's signed acceptance of older content after a backup of the service was restored. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hex, Text } from './text.ts';

const count = z.number().int().min(0);

/** What a restored backup lacks, compared with the content that one machine has seen. */
const RestoreDifference = z.strictObject({
  /** Uploads with missing records. */
  uploads: count,
  records: count,
  /** Deleted records that are present again. */
  returned: count,
});
export type Difference = z.infer<typeof RestoreDifference>;

/** A person's identity on one device, as a signed statement names it. */
export const Signer = z.strictObject({
  user: z.string().min(1).max(64),
  name: z.string().min(1).max(400),
  identity: z.string().min(1).max(64),
  /** Ed25519 public key. */
  signs: hex(32),
  /** X25519 public key. */
  receives: hex(32),
});
export type Signer = z.infer<typeof Signer>;

/**
 * An owner's statement that the content of a manifest is valid although newer content was seen. Each manifest of its epoch
 * carries it.
 */
export const EpochStatement = z.strictObject({
  /** Increases with each accepted restoration; manifests without a statement are of epoch 0. */
  number: z.number().int().min(1),
  /** The manifest that the service held after the restore. */
  base: z.strictObject({ version: count, mac: z.union([hex(32), z.literal('')]) }),
  /** The generation of the schema's keys in that manifest. */
  generation: z.number().int().min(1),
  reason: z.string().max(200),
  /** When it was signed, in ISO 8601. */
  time: z.iso.datetime(),
  /** When the signer's machine last saw that content before the restore; null if unknown. */
  as_of: z.iso.datetime().nullable(),
  /** What the signer's machine had seen that the restored content lacks. */
  missing: RestoreDifference,
  signer: Signer,
  /** Keyed BLAKE2b-256 of the other members, under the schema's query key of {@link generation}. */
  mac: hex(32),
  /** Ed25519 signature of the other members and the MAC. */
  signature: hex(64),
});
export type EpochStatement = z.infer<typeof EpochStatement>;

/** Missing records of one upload. */
const MissingUpload = z.object({
  records: count,
  /** When this machine first saw the upload. */
  seen: z.string(),
  /** When the caller uploaded it as a file from this machine; null for other uploads. */
  uploaded: z.string().nullable(),
});
export type MissingUpload = z.infer<typeof MissingUpload>;

export const RestoredState = z.object({
  /**
   * `current`: the content is the newest seen. `older`: the service holds older content than this machine has seen; it is
   * refused. `unconfirmed`: a signer whom this keyring doesn't know as an owner has accepted older content; it is refused.
   */
  state: z.enum(['current', 'older', 'unconfirmed']),
  /** The statement of the service's manifest; null in epoch 0. */
  epoch: EpochStatement.nullable(),
  /**
   * What is missing compared with what this machine has seen; with `current`, compared with the previous epoch, or with what
   * its signer had seen if this machine had seen no more.
   */
  missing: RestoreDifference,
  /** When this machine saw the newest content, and when it saw the present one; null if unknown. */
  seen: z.string().nullable(),
  as_of: z.string().nullable(),
  /** Missing uploads, newest first, at most 100. */
  uploads: z.array(MissingUpload),
  /** Whether the schema is back at earlier keys. */
  earlier_keys: z.boolean(),
  /** The fingerprint of the statement's signer, for `unconfirmed`. */
  words: z.array(z.string()),
  /** Whether the caller may accept the older content. */
  may_accept: z.boolean(),
  /** The secret that confirms an acceptance. */
  confirm_with: z.enum(['passphrase', 'password']),
});
export type RestoredState = z.infer<typeof RestoredState>;

const shared = { answeredBy: 'proxy', access: 'user' } as const;

export const getRestored = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/schemas/:id/restored/',
  summary:
    'Whether the service holds older content of a schema than this machine has seen, and who accepted it.',
  reply: RestoredState,
});

export const acceptRestored = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/schemas/:id/restored/accept/',
  summary:
    'Sign a new epoch: accept the content that the service holds, although newer content was seen. For those who may share keys, with their passphrase or password.',
  body: z.strictObject({
    /** The keyring's passphrase if its owner has set one, else the account's password. */
    secret: Text.min(1, 'Enter it to continue.').max(1024),
    reason: Text.trim().max(200).default(''),
  }),
  reply: RestoredState,
});

export const trustRestored = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/schemas/:id/restored/trust/',
  summary:
    'Accept an epoch of a signer who was unknown here, after comparing the eight words of their fingerprint.',
  body: z.strictObject({ words: Text.min(1, 'Enter the eight words.').max(200) }),
  reply: RestoredState,
});
