/** Sorts a column in record order to a run in key order. */

/** Entries of one field, sorted by key, then ordinal. */
export type SortedRun = { keys: Float64Array; ordinals: Uint32Array };

const digitBits = 11;
const buckets = 2 ** digitBits;
const shifts = [0, digitBits, 2 * digitBits];

/**
 * Sorts a column's keys (NaN if absent) with their ordinals: a stable radix sort, the lowest of five digits of
 * 11 bits first. A digit that all keys share is only counted.
 */
export function sortedRun(column: Float64Array): SortedRun {
  const records = column.length;
  let order = new Uint32Array(records);
  const count = findPresent(column, records, order);
  order = order.subarray(0, count);
  let spare = new Uint32Array(count);
  const words = new Uint32Array(records);
  for (const unit of [1, 2 ** 32]) {
    extractWords(column, records, unit, words);
    for (const shift of shifts) {
      const starts = new Uint32Array(buckets + 1);
      countDigits(order, count, words, shift, starts);
      if (starts.includes(count)) continue;
      prefixSums(starts, buckets);
      scatterByDigit(order, count, words, shift, starts, spare);
      [order, spare] = [spare, order];
    }
  }
  const keys = new Float64Array(count);
  gatherKeys(order, count, column, keys);
  return { keys, ordinals: order };
}

/*
 * Each function below is a single loop, because Node compiles a loop during its first
 * run without knowing the code around it. With more code in the function, it would discard the compiled loop
 * and might never compile it again (measured with Node 20: a fifth of the speed in every second process).
 */

/** Collects the ordinals that have a key. @returns their number. */
function findPresent(column: Float64Array, records: number, ordinals: Uint32Array): number {
  let count = 0;
  for (let ordinal = 0; ordinal < records; ordinal++)
    if (!Number.isNaN(column[ordinal]!)) ordinals[count++] = ordinal;
  return count;
}

/** 32 bits of each key; the lowest one is worth `unit`. */
function extractWords(column: Float64Array, records: number, unit: number, words: Uint32Array): void {
  for (let ordinal = 0; ordinal < records; ordinal++) words[ordinal] = (column[ordinal]! / unit) >>> 0;
}

/** Counts the keys by the value of a digit, at the index after the value. */
function countDigits(
  order: Uint32Array,
  count: number,
  words: Uint32Array,
  shift: number,
  starts: Uint32Array,
): void {
  for (let at = 0; at < count; at++) starts[((words[order[at]!]! >>> shift) % buckets) + 1]!++;
}

function prefixSums(starts: Uint32Array, length: number): void {
  for (let i = 0; i < length; i++) starts[i + 1]! += starts[i]!;
}

function scatterByDigit(
  order: Uint32Array,
  count: number,
  words: Uint32Array,
  shift: number,
  starts: Uint32Array,
  sorted: Uint32Array,
): void {
  for (let at = 0; at < count; at++) {
    const ordinal = order[at]!;
    sorted[starts[(words[ordinal]! >>> shift) % buckets]!++] = ordinal;
  }
}

function gatherKeys(order: Uint32Array, count: number, column: Float64Array, keys: Float64Array): void {
  for (let at = 0; at < count; at++) keys[at] = column[order[at]!]!;
}
