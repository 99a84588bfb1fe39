/** Edits of received keys and trusted identities in a keyring. */
import type { Contents, Pin, PublicKeys } from './contents.ts';

/** A key's bytes by its generation, from 1. */
export type Generations = ReadonlyMap<number, Buffer>;

export const overrideName = (schema: string, name: string) => `${schema}:${name}`;

/**
 * Adds received keys under their name; null if there is another key for one of the generations, which may be the only one
 * that opens some data.
 */
export function withOverride(contents: Contents, name: string, keys: Generations): Contents | null {
  const generations = { ...contents.overrides[name] };
  for (const [generation, key] of keys) {
    if (key.length !== 32) throw new RangeError(`A key has 32 bytes, not ${key.length}.`);
    const text = key.toString('hex');
    if ((generations[generation] ?? text) !== text) return null;
    generations[generation] = text;
  }
  return { ...contents, overrides: { ...contents.overrides, [name]: generations } };
}

export const withoutOverride = (contents: Contents, name: string): Contents => ({
  ...contents,
  overrides: Object.fromEntries(Object.entries(contents.overrides).filter(([other]) => other !== name)),
});

const sameKeys = (one: PublicKeys, other: PublicKeys) =>
  one.signs === other.signs && one.receives === other.receives;

/** Whether an identity is among those that are trusted to be a person's. */
export const isPinned = ({ pins }: Contents, person: string, keys: PublicKeys): boolean =>
  pinsOf(pins, person).some((pin) => sameKeys(pin, keys));

/** How an identity was confirmed: its fingerprint was compared, or the user chose not to compare it; null for neither. */
export type Confirmation = 'compared' | 'without comparing' | null;

/**
 * Pins an identity as a person's, if its fingerprint was compared, or if it is the person's first and trusted without
 * comparing. Nothing changes if one of its keys is pinned for another person. A later comparison updates the pin.
 */
export function withPin(
  contents: Contents,
  person: string,
  keys: PublicKeys,
  confirmation: Confirmation,
): Contents {
  const pinned = pinsOf(contents.pins, person);
  const known = pinned.find((pin) => sameKeys(pin, keys));
  const compared = confirmation === 'compared';
  if (known ? known.compared || !compared : !compared && (confirmation === null || pinned.length > 0))
    return contents;
  const others = Object.entries(contents.pins).flatMap(([other, pins]) => (other === person ? [] : pins));
  if (others.some((pin) => pin.signs === keys.signs || pin.receives === keys.receives)) return contents;
  const pin: Pin = { signs: keys.signs, receives: keys.receives, compared };
  const rest = pinned.filter((one) => one !== known);
  return { ...contents, pins: { ...contents.pins, [person]: [...rest, pin] } };
}

/** The identities that are trusted to be a person's. */
export const pinsOf = (pins: Contents['pins'], person: string): Pin[] =>
  Object.hasOwn(pins, person) ? (pins[person] ?? []) : [];
