/** From a column in record order to a run in key order. */

/** Entries of one field, sorted by key, then ordinal. */
export type Run = { keys: Float64Array; ordinals: Uint32Array };

const digit = 11;
const buckets = 2 ** digit;
const shifts = [0, digit, 2 * digit];

/**
 * Sort a column's keys (NaN where absent) with their ordinals: a stable radix sort, the lowest of five digits of
 * 11 bits first. A digit that all keys share costs one look.
 */
export function sortedRun(column: Float64Array): Run {
  const [low, high] = [new Uint32Array(column.length), new Uint32Array(column.length)];
  let order = new Uint32Array(column.length);
  let count = 0;
  for (let ordinal = 0; ordinal < column.length; ordinal++) {
    const key = column[ordinal]!;
    if (Number.isNaN(key)) continue;
    low[ordinal] = key % 2 ** 32;
    high[ordinal] = Math.floor(key / 2 ** 32);
    order[count++] = ordinal;
  }
  order = order.subarray(0, count);
  let spare = new Uint32Array(count);
  for (const words of [low, high])
    for (const shift of shifts) if (passed(order, words, shift, spare)) [order, spare] = [spare, order];
  return { keys: Float64Array.from(order, (ordinal) => column[ordinal]!), ordinals: order };
}

/** One pass by one digit, into `sorted`. False when there was nothing to sort by. */
function passed(order: Uint32Array, words: Uint32Array, shift: number, sorted: Uint32Array): boolean {
  const starts = new Uint32Array(buckets + 1);
  for (const ordinal of order) starts[((words[ordinal]! >>> shift) % buckets) + 1]!++;
  if (starts.includes(order.length)) return false;
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1]! += starts[bucket]!;
  for (const ordinal of order) sorted[starts[(words[ordinal]! >>> shift) % buckets]!++] = ordinal;
  return true;
}
