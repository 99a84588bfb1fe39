/** Changes of what a keyring holds of others: received keys, and whose identities are trusted. */
import type { Contents, Pin, PublicKeys } from './contents.ts';

/** A key's bytes by its generation, from 1. */
export type Generations = ReadonlyMap<number, Buffer>;

export const overrideName = (schema: string, name: string) => `${schema}:${name}`;

/**
 * Add received keys under their name; null when another key is there for one of the generations, for it may be all that
 * opens something.
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

/** How a pin comes about: words were compared, or a person chose to do without, or neither. */
export type Confirmation = 'compared' | 'without comparing' | null;

/**
 * Trust an identity to be a person's: one whose words were compared, or the first of them without comparing. Else nothing
 * changes, nor when one of its keys is known to be another person's. A pin whose words are compared later says so.
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
