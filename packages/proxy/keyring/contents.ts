/** The contents of an open keyring and their stored format: version 3, and the migration from versions 1 and 2. */
import { z } from 'zod';
import { KeyringError } from './keyringError.ts';
import { parseJson } from '@cloakroom/server-kit/parseJson.ts';

const Key = z.string().regex(/^[0-9a-f]{64}$/);

/** The private keys of this user's identity on this device: Ed25519 for signing, X25519 for receiving keys. */
const IdentityKeys = z.strictObject({
  device: z.string().min(1),
  signing: Key,
  receiving: Key,
  /** The service's id of the identity; null until it is registered. */
  id: z.string().nullable().default(null),
});
export type IdentityKeys = z.infer<typeof IdentityKeys>;

/** The public keys of an identity, as first seen or confirmed. */
const PublicKeys = z.strictObject({ signs: Key, receives: Key });
export type PublicKeys = z.infer<typeof PublicKeys>;

/** One key by generation. Earlier versions stored a single key. */
const Generations = z.union([
  z.record(z.string().regex(/^[1-9][0-9]{0,8}$/), Key),
  Key.transform((key): Record<string, string> => ({ 1: key })),
]);

/** Whether the recovery phrase was written down; `unseen` until then. */
const PhraseState = z.enum(['unseen', 'confirmed', 'waived']);
export type PhraseState = z.infer<typeof PhraseState>;

/** 256 bits from which keys are derived, and whether their recovery words were written down. */
const Seed = z.strictObject({
  seed: Key,
  created: z.iso.datetime(),
  /** `unneeded` if no schema used a key of this seed when another seed replaced it. */
  phrase: z.enum([...PhraseState.options, 'unneeded']),
});
export type Seed = z.infer<typeof Seed>;

/** A trusted identity, and whether its fingerprint was compared. */
const Pin = z.strictObject({ ...PublicKeys.shape, compared: z.boolean() });
export type Pin = z.infer<typeof Pin>;

/** Before version 3 it was not stored whether fingerprints were compared. */
const PinV2 = PublicKeys.transform((keys): Pin => ({ ...keys, compared: false }));

const receivedShape = <P extends z.ZodType<Pin>>(pin: P) => ({
  /** Keys received from others, by `{schemaId}:{field}` or `{schemaId}:__query`. */
  overrides: z.record(z.string(), Generations),
  /** Trusted identities by user id. */
  pins: z.record(z.string(), z.array(pin)),
  identity: IdentityKeys.nullable(),
});

/** The newest version of the format that this program reads and writes. */
const newestVersion = 3;

const Contents = z.strictObject({
  version: z.literal(newestVersion),
  /** New keys are derived from the first seed. The others come from merged keyrings, and open what was sealed with them. */
  seeds: z.tuple([Seed], Seed),
  ...receivedShape(Pin),
});
export type Contents = z.infer<typeof Contents>;

const ContentsV2 = z
  .strictObject({ version: z.literal(2), seeds: z.tuple([Seed], Seed), ...receivedShape(PinV2) })
  .transform((contents): Contents => ({ ...contents, version: newestVersion }));

/** Version 1 had one seed, and did not state its version. */
const ContentsV1 = z
  .strictObject({
    seed: Key,
    created: z.iso.datetime(),
    phrase: PhraseState.default('unseen'),
    ...receivedShape(PinV2),
  })
  .transform(({ seed, created, phrase, ...rest }): Contents => ({
    version: newestVersion,
    seeds: [{ seed, created, phrase }],
    ...rest,
  }));

/**
 * Parses the decrypted text of a keyring file of any known version.
 * @throws {KeyringError} `version` for a version that this program does not know, `damaged` for anything else.
 */
export function readContents(text: string, user: string): Contents {
  const value = parseJson(text);
  const version = Versioned.safeParse(value).data?.version ?? 1;
  if (version > newestVersion) throw unknownVersion(user, version);
  const contents = (version === 1 ? ContentsV1 : version === 2 ? ContentsV2 : Contents).safeParse(value);
  if (!contents.success)
    throw new KeyringError(
      'damaged',
      `The keyring of user ${user} opens, but what it holds is not a keyring. Put a backup in its place, or restore it from its 24 words.`,
    );
  return contents.data;
}

/** The error for a keyring that a later version of the program wrote. */
export const unknownVersion = (user: string, version: number) =>
  new KeyringError(
    'version',
    `The keyring of user ${user} has version ${version} of the format, which this program does not know: a later version of the program wrote it. Update this program, then try again. The file was not changed.`,
  );

const Versioned = z.object({ version: z.number() });

/** A keyring with only a seed. @param phrase - `confirmed` if it was created from its words. */
export const newContents = (seed: Buffer, created: Date, phrase: PhraseState): Contents => ({
  version: newestVersion,
  seeds: [{ seed: seed.toString('hex'), created: created.toISOString(), phrase }],
  overrides: {},
  pins: {},
  identity: null,
});
