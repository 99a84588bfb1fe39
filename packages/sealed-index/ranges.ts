/** The ranges of a search, segment by segment: the key of a string differs between generations of the query key. */
import type { KeyRange } from './filters.ts';
import type { OpenSegment } from './openSegment.ts';

export class Ranges {
  readonly #byGeneration: ReadonlyMap<number, readonly KeyRange[]>;

  /** @param byGeneration - ranges of the same fields for each generation; those of number fields are the same. */
  constructor(byGeneration: ReadonlyMap<number, readonly KeyRange[]>) {
    this.#byGeneration = byGeneration;
  }

  get #any(): readonly KeyRange[] {
    return [...this.#byGeneration.values()][0] ?? [];
  }

  /** The fields that have a range. */
  get fields(): number[] {
    return this.#any.map(({ field }) => field);
  }

  /** The ranges that records of a segment must be in. */
  readonly in = ({ generation }: OpenSegment): readonly KeyRange[] => {
    const ranges = this.#byGeneration.get(generation);
    if (!ranges) throw new Error(`The ranges in generation ${generation} are missing.`);
    return ranges;
  };

  /** The range of a number field, which is the same in every segment. */
  ofNumber(number: number): KeyRange | undefined {
    return this.#any.find(({ field }) => field === number);
  }

  /** Only the ranges for which the predicate is true. */
  where(isWanted: (range: KeyRange) => boolean): Ranges {
    return new Ranges(
      new Map(
        Array.from(this.#byGeneration, ([generation, ranges]) => [generation, ranges.filter(isWanted)]),
      ),
    );
  }
}
