/** What a keyring holds once it is open. */
import { z } from 'zod';

const Key = z.string().regex(/^[0-9a-f]{64}$/);

/** The private halves of this user's identity on this device: Ed25519 signs, X25519 receives keys. */
const IdentityKeys = z.strictObject({
  device: z.string().min(1),
  signing: Key,
  receiving: Key,
  /** What the service calls it; null until it is registered. */
  id: z.string().nullable().default(null),
});
export type IdentityKeys = z.infer<typeof IdentityKeys>;

/** The public halves of an identity, as they were first seen or confirmed. */
const PublicKeys = z.strictObject({ signs: Key, receives: Key });
export type PublicKeys = z.infer<typeof PublicKeys>;

/** One key by its generation; before there were generations it was the key alone. */
const Generations = z.union([
  z.record(z.string().regex(/^[1-9][0-9]{0,8}$/), Key),
  Key.transform((key): Record<string, string> => ({ 1: key })),
]);

/** Whether the recovery phrase was written down; until then it is shown. */
const PhraseState = z.enum(['unseen', 'confirmed', 'waived']);
export type PhraseState = z.infer<typeof PhraseState>;

export const Contents = z.strictObject({
  /** Absent in keyrings from before formats had numbers. */
  format: z.literal(1).default(1),
  /** 256 bits: every key of one's own derives from it. */
  seed: Key,
  created: z.iso.datetime(),
  phrase: PhraseState.default('unseen'),
  /** Keys received from others, by `{schemaId}:{field}` or `{schemaId}:__query`. */
  overrides: z.record(z.string(), Generations),
  /** The identities that are trusted to be a person's, by user id. */
  pins: z.record(z.string(), z.array(PublicKeys)),
  identity: IdentityKeys.nullable(),
});
export type Contents = z.infer<typeof Contents>;

/** A keyring with nothing but its seed. @param phrase - `confirmed` when it was made from its words. */
export const newContents = (seed: Buffer, created: Date, phrase: PhraseState): Contents => ({
  format: 1,
  seed: seed.toString('hex'),
  created: created.toISOString(),
  phrase,
  overrides: {},
  pins: {},
  identity: null,
});
