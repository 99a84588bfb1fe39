/** Merges keyrings: adds the seed of recovery words, or the contents of another file. Nothing is lost. */
import type { Contents, Pin, Seed } from './contents.ts';

/**
 * Adds the seed of recovery words. An unknown seed becomes the first one, from which new keys are derived, since its words are
 * written down. A known seed keeps its position.
 * @param isNeeded - whether a schema uses a key of a seed; the words of an unused seed need no backup.
 */
export function withSeed(
  contents: Contents,
  seed: Buffer,
  created: Date,
  isNeeded: (seed: Buffer) => boolean,
): Contents {
  const hex = seed.toString('hex');
  if (contents.seeds.some((one) => one.seed === hex))
    return withSeeds(
      contents,
      contents.seeds.map((one) => (one.seed === hex ? { ...one, phrase: 'confirmed' } : one)),
    );
  const earlier = contents.seeds.map((one): Seed =>
    one.phrase === 'confirmed' || isNeeded(Buffer.from(one.seed, 'hex'))
      ? one
      : { ...one, phrase: 'unneeded' },
  );
  return withSeeds(contents, [
    { seed: hex, created: created.toISOString(), phrase: 'confirmed' },
    ...earlier,
  ]);
}

/** Merges the contents of two keyrings of one person. If both have different values of one name, `first` wins. */
export function mergeContents(first: Contents, second: Contents): Contents {
  const seeds = [
    ...first.seeds.map((one) => {
      const twin = second.seeds.find(({ seed }) => seed === one.seed);
      return one.phrase === 'unseen' && twin ? { ...one, phrase: twin.phrase } : one;
    }),
    ...second.seeds.filter(({ seed }) => !first.seeds.some((one) => one.seed === seed)),
  ];
  const names = new Set([...Object.keys(second.overrides), ...Object.keys(first.overrides)]);
  const people = new Set([...Object.keys(second.pins), ...Object.keys(first.pins)]);
  return {
    ...withSeeds(first, seeds),
    overrides: Object.fromEntries(
      Array.from(names, (name) => [name, { ...second.overrides[name], ...first.overrides[name] }]),
    ),
    pins: Object.fromEntries(
      Array.from(people, (person) => {
        const pins = [...(first.pins[person] ?? []), ...(second.pins[person] ?? [])];
        const distinct = pins.filter((pin, at) => pins.findIndex((other) => isSamePin(pin, other)) === at);
        const compared = (pin: Pin) => pins.some((other) => isSamePin(pin, other) && other.compared);
        return [person, distinct.map((pin) => ({ ...pin, compared: compared(pin) }))];
      }),
    ),
    identity: first.identity ?? second.identity,
  };
}

const isSamePin = (one: Pin, other: Pin) => one.signs === other.signs && one.receives === other.receives;

function withSeeds(contents: Contents, [first, ...rest]: readonly Seed[]): Contents {
  if (!first) throw new RangeError('A keyring has at least one seed.');
  return { ...contents, seeds: [first, ...rest] };
}
