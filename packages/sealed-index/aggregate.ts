/** Exact count, sum, average, minimum and maximum of a number field. */
import { type Decimal, writeDecimal } from '@cloakroom/contract/decimal.ts';
import { type NumberField, unitsOfStep } from '@cloakroom/contract/fields.ts';
import { hasBit, filterBits } from './bits.ts';
import { ExactSum } from './exactSum.ts';
import { type KeyRange, wholeRange } from './filters.ts';
import { blockEntriesOf } from './groups.ts';
import { matchesOf } from './matches.ts';
import type { OpenSegment } from './openSegment.ts';
import type { Ranges } from './ranges.ts';
import { totalsOf } from './totals.ts';
import { blockAddresses, type SegmentCache } from './segmentCache.ts';

/** Covers the records that match and have a value. If there are none, all members but the count are null. */
export type Aggregate = {
  count: number;
  sum: Decimal | null;
  avg: number | null;
  min: Decimal | null;
  max: Decimal | null;
};

type StepTotals = { count: number; sum: bigint; least: number; greatest: number };

/** Accumulates keys in any order. */
class StepAccumulator {
  #count = 0;
  #least = Infinity;
  #greatest = -Infinity;
  readonly #sum = new ExactSum();

  add(key: number): void {
    this.#count++;
    if (key < this.#least) this.#least = key;
    if (key > this.#greatest) this.#greatest = key;
    this.#sum.add(key);
  }

  get steps(): StepTotals {
    return { count: this.#count, sum: this.#sum.total, least: this.#least, greatest: this.#greatest };
  }
}

export const emptyAggregate: Aggregate = { count: 0, sum: null, avg: null, min: null, max: null };

/**
 * Aggregates the field with this number under ranges. Without ranges on other fields, fences and two blocks of each segment
 * are enough.
 * @throws {IndexRefused}
 */
export async function aggregateOf(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  number: number,
  ranges: Ranges,
): Promise<Aggregate> {
  await segmentCache.prepare(segments, [number, ...ranges.fields], [number]);
  const ownRange = ranges.ofNumber(number) ?? wholeRange(number);
  const otherRanges = ranges.where(({ field }) => field !== number);
  // Ranks count deleted records too.
  const isRanked = (segment: OpenSegment) =>
    otherRanges.fields.length === 0 && !segmentCache.deleted(segment);
  const steps = [
    ...(await fromRanks(segmentCache, segments.filter(isRanked), ownRange)),
    ...(await fromMatches(
      segmentCache,
      segments.filter((segment) => !isRanked(segment)),
      ownRange,
      otherRanges,
    )),
  ];
  const total = steps.reduce(
    (a, b) => ({
      count: a.count + b.count,
      sum: a.sum + b.sum,
      least: Math.min(a.least, b.least),
      greatest: Math.max(a.greatest, b.greatest),
    }),
    { count: 0, sum: 0n, least: Infinity, greatest: -Infinity },
  );
  return inUnits(segmentCache.source.fields[number] as NumberField, total);
}

async function fromRanks(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  range: KeyRange,
): Promise<StepTotals[]> {
  return (await totalsOf(segmentCache, segments, range)).filter(({ count }) => count > 0);
}

async function fromMatches(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  ownRange: KeyRange,
  otherRanges: Ranges,
): Promise<StepTotals[]> {
  const matches = await matchesOf(segmentCache, segments, otherRanges.in);
  const parts = matches.flatMap(({ segment, bits }) => {
    const span = segment.span(ownRange);
    if (!span) return [];
    const forwardIndex = segmentCache.forwardIndex(segment, ownRange.field);
    const addresses = forwardIndex
      ? []
      : blockAddresses(segment, segment.run(ownRange.field).start, span.from, span.to);
    return [{ segment, bits, forwardIndex, addresses }];
  });
  const blocks = await segmentCache.blocks(parts.flatMap(({ addresses }) => addresses));
  return parts.map(({ segment, bits, forwardIndex, addresses }) => {
    const total = new StepAccumulator();
    if (forwardIndex)
      filterBits(bits, (ordinal) => {
        const key = forwardIndex.keyOf(ordinal);
        const isInRange = key >= ownRange.low && key <= ownRange.high;
        if (isInRange) total.add(key);
        return isInRange;
      });
    else
      for (const { number } of addresses) {
        const { keys, ordinals, count } = blockEntriesOf(blocks(segment, number), segment.width);
        for (let i = 0; i < count; i++) {
          const key = keys[i]!;
          if (key >= ownRange.low && key <= ownRange.high && hasBit(bits, ordinals[i]!)) total.add(key);
        }
      }
    return total.steps;
  });
}

/** Digits of an average beyond the field's own: more than a double can show. */
const extraDigits = 20;

function inUnits(field: NumberField, { count, sum, least, greatest }: StepTotals): Aggregate {
  if (count === 0) return emptyAggregate;
  const scale = field.precision;
  const units = sum + BigInt(count) * unitsOfStep(field, 0n);
  const decimal = (step: number) => ({ units: unitsOfStep(field, BigInt(step)), scale });
  const mean = { units: (units * 10n ** BigInt(extraDigits)) / BigInt(count), scale: scale + extraDigits };
  return {
    count,
    sum: { units, scale },
    avg: Number(writeDecimal(mean)),
    min: decimal(least),
    max: decimal(greatest),
  };
}
