/** What a keyring holds once it is open. */
import { z } from 'zod';

const Key = z.string().regex(/^[0-9a-f]{64}$/);

/** The private halves of this user's identity on this device: Ed25519 signs, X25519 receives keys. */
const IdentityKeys = z.strictObject({ device: z.string().min(1), signing: Key, receiving: Key });
export type IdentityKeys = z.infer<typeof IdentityKeys>;

export const Contents = z.strictObject({
  /** 256 bits: every key of one's own derives from it. */
  seed: Key,
  created: z.iso.datetime(),
  /** Keys received from others, by `{schemaId}:{field}` or `{schemaId}:__query`. */
  overrides: z.record(z.string(), Key),
  /** What was first seen of other people's identities, by name of the pin. */
  pins: z.record(z.string(), z.string()),
  identity: IdentityKeys.nullable(),
});
export type Contents = z.infer<typeof Contents>;

/** A keyring with nothing but its seed. */
export const newContents = (seed: Buffer, created: Date): Contents => ({
  seed: seed.toString('hex'),
  created: created.toISOString(),
  overrides: {},
  pins: {},
  identity: null,
});
