/** The schema definition that a manifest authenticates: sealed values and index can be read only with it. */
import { z } from 'zod';
import { Signer } from './epochs.ts';
import { hex } from './text.ts';

/** An owner's signed statement that a schema gets another definition. */
export const DefinitionChange = z.strictObject({
  /** The digest of the definition before. */
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
});
export type SignedDefinition = z.infer<typeof SignedDefinition>;
