/** The ranges of a search, segment by segment: the key of a text is another one in each generation of the query key. */
import type { KeyRange } from './filters.ts';
import type { OpenSegment } from './openSegment.ts';

export class Ranges {
  readonly #of: ReadonlyMap<number, readonly KeyRange[]>;

  /** @param byGeneration - ranges of the same fields for each generation; those of number fields are the same. */
  constructor(byGeneration: ReadonlyMap<number, readonly KeyRange[]>) {
    this.#of = byGeneration;
  }

  get #any(): readonly KeyRange[] {
    return [...this.#of.values()][0] ?? [];
  }

  /** The fields that have one. */
  get fields(): number[] {
    return this.#any.map(({ field }) => field);
  }

  /** What records of a segment must be in. */
  readonly in = ({ generation }: OpenSegment): readonly KeyRange[] => {
    const ranges = this.#of.get(generation);
    if (!ranges) throw new Error(`The ranges in generation ${generation} were not made.`);
    return ranges;
  };

  /** The range of a number field, which is the same in every segment. */
  ofNumber(number: number): KeyRange | undefined {
    return this.#any.find(({ field }) => field === number);
  }

  /** Only those of the fields that are wanted. */
  where(wanted: (range: KeyRange) => boolean): Ranges {
    return new Ranges(
      new Map(Array.from(this.#of, ([generation, ranges]) => [generation, ranges.filter(wanted)])),
    );
  }
}
