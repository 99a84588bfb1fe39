/** Binary search in ascending numbers. */

/** The index of the first number that is at least `key`. */
export function lowerBound(
  numbers: { readonly [index: number]: number; length: number },
  key: number,
): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
