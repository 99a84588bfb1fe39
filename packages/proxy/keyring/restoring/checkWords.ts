/** Checks that recovery words are the person's own, before anything changes. */
import { checkOf, keyNamesOf } from '../../schemaKeys.ts';
import { fitsCheck } from '@cloakroom/sealed-index/crypto/checks.ts';
import { isDeviceOf, isMarked, seedKey } from '../derivedKeys.ts';
import { KeyringError } from '../keyringError.ts';
import { isMaker, type Evidence } from './evidence.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';

/** Whether a schema's key checks match a key of this seed, in any generation. */
export const isUsed = (seed: Buffer, schema: Schema): boolean => generationsOf(seed, schema).length > 0;

/**
 * Compares a seed with the key checks of the person's schemas and with their registered devices.
 * @returns `own` if something matches; `unknown` if there is nothing to compare it with.
 * @throws {KeyringError} `phrase` if the words are another person's, or match nothing that this person's keys made.
 */
export function checkWords(seed: Buffer, evidence: Evidence): 'own' | 'unknown' {
  if (evidence.identities.some(({ device_id }) => isDeviceOf(seed, device_id))) return 'own';
  const fitting = evidence.schemas.flatMap((schema) =>
    generationsOf(seed, schema).map((generation) => ({
      schema,
      isOwn: isMaker(evidence, schema, generation),
    })),
  );
  if (fitting.some(({ isOwn }) => isOwn === true)) return 'own';
  const foreign = fitting.find(({ isOwn }) => isOwn === false);
  if (foreign)
    throw refused(
      `These are the words of another person's keyring: the keys of the schema "${foreign.schema.name}" were made with them, and not by you.`,
    );
  // For generations between the first and the newest, the service does not say who made them.
  if (fitting.length > 0) return 'own';
  const own = evidence.schemas.filter(
    (schema) => schema.key_checks !== null && isMaker(evidence, schema, 1) === true,
  );
  if (own.length > 0)
    throw refused(
      `These words are a recovery phrase, but not of your keyring: ${own.length === 1 ? `the schema "${own[0]!.name}", which you made, does not open with them` : `none of the ${own.length} schemas that you made opens with them`}.`,
    );
  if (evidence.identities.length > 0 && evidence.identities.every(({ device_id }) => isMarked(device_id)))
    throw refused(
      'These words are a recovery phrase, but not of your keyring: none of your devices was made with them.',
    );
  return 'unknown';
}

/** The generations of a schema with a key that is derived from a seed. */
const generationsOf = (seed: Buffer, schema: Schema): number[] =>
  Array.from({ length: schema.generation }, (_, at) => at + 1).filter((generation) =>
    keyNamesOf(schema).some((name) => {
      const check = checkOf(schema, name, generation);
      return (
        check !== undefined && fitsCheck(check, seedKey(seed, schema.id, name, generation), schema.id, name)
      );
    }),
  );

const refused = (why: string) =>
  new KeyringError('phrase', `${why} Nothing was changed. Check that you have the words of this account.`);
