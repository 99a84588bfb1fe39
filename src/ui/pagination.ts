/** Pagination; pages count from 1. */

import { formatCount } from '#src/shared/format/counts.ts';

/** The number of pages; an empty list has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Parses a typed page: clamped to 1..count; anything but a number is page 1. */
export function parsePage(typed: string, count: number): number {
  const requested = Math.trunc(Number(typed.trim()));
  if (typed.trim() === '' || Number.isNaN(requested)) return 1;
  return Math.min(count, Math.max(1, requested));
}

/** "Showing 51-100 of 1,204", and of an empty list "Showing 0-0 of 0". */
export function rangeText(page: number, pageSize: number, total: number): string {
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return `Showing ${formatCount(first)}-${formatCount(last)} of ${formatCount(total)}`;
}
