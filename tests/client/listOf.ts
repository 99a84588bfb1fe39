import type { PageRange } from '@cloakroom/client/paginate.ts';

/**
 * A list of numbers.
 * @param total - the total that its pages state; null for none.
 */
export function listOf(length: number, total: number | null = length) {
  const ranges: PageRange[] = [];
  const read = (range: PageRange) => {
    ranges.push(range);
    const count = Math.max(0, Math.min(range.limit, length - range.offset));
    return Promise.resolve({ items: Array.from({ length: count }, (_, at) => range.offset + at), total });
  };
  return { ranges, read };
}
