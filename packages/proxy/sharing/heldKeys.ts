/** The generations of one key that a keyring holds. */
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { fitsCheck } from '@cloakroom/sealed-index/crypto/checks.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Generations } from '../keyring/received.ts';
import { checkOf, keyOf } from '../schemaKeys.ts';

/** Whether a key is the one that the schema names for a generation. */
export const fitsSchema = (schema: Schema, name: string, generation: number, key: Buffer): boolean => {
  const check = checkOf(schema, name, generation);
  return check !== undefined && fitsCheck(check, key, schema.id, name);
};

/** Every generation of a key that fits the schema's check; `name` is a field or `__query`. */
export function heldKeys(keyring: Keyring, schema: Schema, name: string): Generations {
  const held = new Map<number, Buffer>();
  for (let generation = 1; generation <= schema.generation; generation++) {
    const key = keyOf(keyring, schema, name, generation, checkOf(schema, name, generation));
    if (fitsSchema(schema, name, generation, key)) held.set(generation, key);
  }
  return held;
}
