/** What is needed to read and sign the manifest of a schema. */
import type { SignedDefinition } from '@cloakroom/contract/definitions.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import type { Credentials } from '../credentials.ts';
import { shownDefinition, type ShownDefinition } from '../definitions/admission.ts';
import type { TrustKeyring } from '../epochs/admission.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';

/** The credentials, schema and keys to read and sign a manifest with. */
export type ManifestContext = {
  credentials: Credentials;
  schema: string;
  /** The schema's newest keys, and the query key among them. */
  generation: number;
  queryKey: Uint8Array;
  /** Decides which signers of an epoch are trusted; without it, no new epoch is admitted. */
  keyring?: TrustKeyring;
  /** The schema's definition as shown by the service; undefined for uploads that an earlier version sealed. */
  definition: ShownDefinition | undefined;
  /** Called before the first manifest is published, whose definition no earlier one vouches for. Throws to prevent it. */
  beforeFirst?: () => Promise<void>;
  signal?: AbortSignal;
};

/** The context of a schema with the keys of its keyring. @throws {HttpProblem} 422 if the newest is missing. */
export const manifestContextOf = (
  credentials: Credentials,
  { schema, keyring, fields }: OwnSchema,
): ManifestContext => ({
  credentials,
  schema: schema.id,
  generation: schema.generation,
  queryKey: queryKeyOf(keyring, schema),
  keyring,
  definition: shownDefinition(schema, fields),
});

/** The definition in the successor of a manifest: the same, or the context's. */
export const definitionIn = (
  { definition }: Manifest,
  context: Pick<ManifestContext, 'definition'>,
): Pick<Manifest, 'definition'> =>
  definition
    ? { definition }
    : context.definition
      ? { definition: { digest: context.definition.digest } }
      : {};

/** Signs a definition that replaces a former one from a version of the manifest onwards. */
export type SignDefinition = (former: string, version: number) => Promise<SignedDefinition>;

/** Names of new fields, and the signature of the definition that has them. */
export type FieldAddition = { names: readonly string[]; sign: SignDefinition };

/** The definition in a manifest of new keys, whose records have new fields as well. */
export async function definitionWith(
  { definition }: Pick<Manifest, 'definition'>,
  { names, sign }: FieldAddition,
  { generation, version }: Pick<Manifest, 'generation' | 'version'>,
): Promise<Pick<Manifest, 'definition'>> {
  if (!definition) return {};
  const signed = await sign(definition.digest, version);
  const added = Object.fromEntries(names.map((name) => [name, generation]));
  return { definition: { ...signed, added: { ...definition.added, ...added } } };
}
