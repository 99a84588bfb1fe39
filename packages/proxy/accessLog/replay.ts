/** Applies entries in order, verified with the query keys that a keyring holds. */
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Generations } from '../keyring/received.ts';
import { checkOf, holdsQueryKey, keyOf } from '../schemaKeys.ts';
import { keyChecksDigest } from './entry.ts';
import { AccessLogRefused, unsignedGeneration } from './refusals.ts';
import { InvalidLogEntry, applyEntry, type AccessState, type QueryKeys } from './state.ts';

/** A schema with the keyring of the person who asks. */
export type SchemaWithKeyring = { schema: Schema; keyring: Keyring };

/**
 * Compares the schema's newest keys with those that owners have signed.
 * @throws {AccessLogRefused} if the service names other keys.
 */
export function requireSignedKeys(state: AccessState, schema: Schema): void {
  const digest = schema.key_checks && keyChecksDigest(schema.id, schema.generation, schema.key_checks);
  if (state.generation !== schema.generation || state.keyChecks.get(schema.generation) !== digest)
    throw unsignedGeneration(schema, schema.generation, state.generation);
}

/**
 * The state after the entries, and whether every MAC was verified.
 * @param extraQueryKeys - query keys that the keyring doesn't hold yet.
 * @throws {AccessLogRefused}
 */
export function replay(
  { schema, keyring }: SchemaWithKeyring,
  from: AccessState | null,
  entries: readonly AccessEntry[],
  extraQueryKeys?: Generations,
): { state: AccessState; isComplete: boolean } {
  let isComplete = true;
  const holds = holdsQueryKey(keyring, schema);
  const queryKeys: QueryKeys = (generation) => {
    const extra = extraQueryKeys?.get(generation);
    if (extra) return extra;
    if (holds(generation))
      return keyOf(keyring, schema, queryKeyName, generation, checkOf(schema, queryKeyName, generation));
    isComplete = false;
    return null;
  };
  try {
    const state = entries.reduce<AccessState | null>(
      (before, entry) => applyEntry(before, schema.id, entry, queryKeys),
      from,
    );
    return { state: state!, isComplete };
  } catch (error) {
    if (error instanceof InvalidLogEntry) throw new AccessLogRefused(schema, error.message);
    throw error;
  }
}
