/** The schema definition that a manifest authenticates: sealed values and index can be read only with it. */
import { z } from 'zod';
import { Signer } from './epochs.ts';
import { Generation } from './schemas.ts';
import { hex } from './text.ts';

/** An owner's signed statement that a schema gets another definition. */
export const DefinitionChange = z.strictObject({
  /** The digest of the previous definition. */
  former: hex(32),
  /** The version of the first manifest with the new definition. */
  version: z.number().int().min(1),
  /** When it was signed, in ISO 8601. */
  time: z.iso.datetime(),
  signer: Signer,
  /** Ed25519 signature of the other members, the schema and the new digest. */
  signature: hex(64),
});
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/** The definition with which a manifest's segments were built. */
export const SignedDefinition = z.strictObject({
  /** SHA-256 of the definition's canonical form, of format 1. */
  digest: hex(32),
  /** The last change; absent for the definition that the first records were validated against. */
  change: DefinitionChange.optional(),
  /** Fields that were added while there were records: the first generation of keys whose records have them. */
  added: z.record(z.string(), Generation.min(2)).optional(),
});
export type SignedDefinition = z.infer<typeof SignedDefinition>;

/**
 * The fields that records of a generation of keys were sealed with, in their order. Fields count from 0 within this list: in
 * nonces, in headers of segments and in groups.
 */
export function fieldsInGeneration<Named extends { name: string }>(
  fields: readonly Named[],
  added: SignedDefinition['added'],
  generation: number,
): readonly Named[] {
  return added ? fields.filter(({ name }) => firstGeneration(added, name) <= generation) : fields;
}

/** The first generation of keys whose records have a field. */
export const firstGeneration = (added: SignedDefinition['added'], field: string): number =>
  added && Object.hasOwn(added, field) ? added[field]! : 1;
