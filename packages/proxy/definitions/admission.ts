/** Decides whether the definition that the service shows is the one that the schema's records were sealed with. */
import { compareFields, greatestKind } from '@cloakroom/contract/definitionChange.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import { firstGeneration, type SignedDefinition } from '@cloakroom/contract/definitions.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { isTrusted, type TrustKeyring } from '../epochs/admission.ts';
import type { Histories } from '../epochs/histories.ts';
import { epochOf } from '../epochs/order.ts';
import { signerWords } from '../epochs/refusals.ts';
import { isSignedChange } from './signedChange.ts';
import { differencesBetween, listDifferences } from './differences.ts';
import { definitionDigest } from './digest.ts';
import type { KnownDefinition, KnownDefinitions } from './knownDefinitions.ts';
import { isOwnerByLog, type AcceptedLogs } from './signers.ts';

/** A definition as the service shows it; without its fields if only the digest is known. */
export type ShownDefinition = { digest: string; name?: string; fields?: readonly Field[] };

export const shownDefinition = (schema: Schema, fields: readonly Field[]): ShownDefinition => ({
  digest: definitionDigest(schema.id, fields),
  name: schema.name,
  fields,
});

/** What this machine knows of definitions and their records. */
export type DefinitionKnowledge = {
  definitions: KnownDefinitions;
  histories: Histories;
  logs: AcceptedLogs;
};

/** The service shows a definition other than the one that the schema's records were sealed with. */
export class ChangedDefinition extends HttpProblem {
  constructor(
    shown: ShownDefinition,
    what: string,
    differences: readonly string[] = [],
    advice = 'Tell the operator of the service.',
  ) {
    const named = shown.name === undefined ? 'this schema' : `schema "${shown.name}"`;
    const reason = differences.length > 0 ? `: ${listDifferences(differences)}` : '';
    super(
      422,
      `The definition of ${named} ${what}${reason}. So its records are not searched, opened, stored or deleted with it. ${advice}`,
    );
  }
}

/** The definition that is shown is a former one: an owner has changed it since. Reading both again shows the present one. */
export class FormerDefinition extends ChangedDefinition {
  constructor(shown: ShownDefinition, differences: readonly string[] = []) {
    super(
      shown,
      'was changed by an owner, and the service shows the former one',
      differences,
      'Try again, and tell the operator of the service if it stays so.',
    );
  }
}

/**
 * Admits the definition that is shown with a manifest whose MAC was checked, and remembers it.
 *
 * The manifest's digest decides. If it has none, or one that differs from the last definition seen here, only an owner's
 * signed change is admitted that leaves all former values valid or comes when none of the records seen here is left, or an
 * epoch that an owner has accepted.
 * @param keyring - the keyring that decides which signers are trusted.
 * @throws {ChangedDefinition} with the differences, as far as they are known. {@link FormerDefinition} if a later definition is signed.
 */
export async function admitDefinition(
  knowledge: DefinitionKnowledge,
  manifest: Manifest,
  shown: ShownDefinition,
  keyring: TrustKeyring | undefined,
): Promise<void> {
  const { definitions } = knowledge;
  const { schema, version, definition } = manifest;
  const known = await definitions.of(schema);
  if (definition && definition.digest !== shown.digest) {
    const listed = known?.digest === definition.digest ? differences(known, shown) : [];
    if (isFormer(schema, definition, known, shown)) throw new FormerDefinition(shown, listed);
    throw new ChangedDefinition(shown, 'is not what its owner signed', listed);
  }
  // Nothing is sealed yet, so any definition is admitted.
  if (!definition && version === 0) return;
  const epoch = epochOf(manifest);
  if (known && known.digest !== shown.digest && epoch <= known.epoch) {
    // A later answer has overtaken this one.
    if (epoch === known.epoch && version < (known.version ?? 0))
      throw new FormerDefinition(shown, differences(known, shown));
    if (!definition)
      throw new ChangedDefinition(
        shown,
        'is not the one that this machine has seen before',
        differences(known, shown),
      );
    const wrong = await reasonToReject(knowledge, manifest, { known, shown }, keyring);
    if (wrong !== null) throw new ChangedDefinition(shown, wrong, differences(known, shown));
  }
  if (shown.fields && (known?.digest !== shown.digest || known.epoch < epoch))
    await definitions.note(schema, {
      digest: shown.digest,
      epoch,
      version: definition?.change?.version,
      fields: [...shown.fields],
    });
}

/** Whether the definition that is shown was replaced by the signed one. */
function isFormer(
  schema: string,
  { digest, change }: SignedDefinition,
  known: KnownDefinition | null,
  shown: ShownDefinition,
): boolean {
  if (!change || !isSignedChange(schema, digest, change)) return false;
  return change.former === shown.digest || known?.digest === shown.digest;
}

const differences = (known: KnownDefinition, shown: ShownDefinition): string[] =>
  shown.fields ? differencesBetween(known.fields, shown.fields) : [];

/** Why a change of the definition is rejected; null if it is admitted. */
async function reasonToReject(
  { histories, logs }: DefinitionKnowledge,
  { schema, version, segments, definition, epoch }: Manifest,
  { known, shown }: { known: KnownDefinition; shown: ShownDefinition },
  keyring: TrustKeyring | undefined,
): Promise<string | null> {
  const change = definition?.change;
  if (!definition || !change) return 'was changed without an owner’s signature';
  if (change.version > version || !isSignedChange(schema, definition.digest, change))
    return 'was changed, and the signature of the change is not right';
  // The service could invent an unknown person.
  if (keyring && !isTrusted(keyring, change.signer))
    return `was changed by an identity that is not the one known here of ${change.signer.name} (its words are ${signerWords(change).join(' ')}; confirm the identity with ${change.signer.name} where it asks for keys or shares them)`;
  // A trusted identity may be a requester's, or a former owner's.
  if (keyring && (await isOwnerByLog(logs, keyring.user, schema, change.signer.user)) === false)
    return `was changed by ${change.signer.name}, who is not among the owners in the signed list of who may have the keys`;
  if (epochOf({ epoch }) === known.epoch && change.version <= (known.version ?? 0))
    return 'was changed back to one that an owner has replaced since';
  if (isWider(schema, known, shown, definition)) return null;
  const seen = (await histories.of(schema))?.uploads ?? {};
  const uploads = segments.flatMap(({ ranges }) => ranges.map(({ upload }) => upload));
  if (uploads.some((upload) => Object.hasOwn(seen, upload) && seen[upload]!.records > 0))
    return 'was changed although records were sealed with the former one';
  return null;
}

/**
 * Whether a definition admits all values that the known one admits, so that records of the known one stay exact. The index is
 * the signer's: manifest and definition are published in one step. Of new fields the manifest says which records have them.
 */
function isWider(
  schema: string,
  known: KnownDefinition,
  { fields }: ShownDefinition,
  { added }: SignedDefinition,
): boolean {
  if (!fields || definitionDigest(schema, known.fields) !== known.digest) return false;
  const isKnown = new Set(known.fields.map(({ name }) => name));
  if (fields.some(({ name }) => !isKnown.has(name) && firstGeneration(added, name) === 1)) return false;
  return greatestKind(compareFields(known.fields, fields)) !== 'refused';
}
