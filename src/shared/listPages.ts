/** The pages of lists of people and keys. */

export const listPageSize = 50;

export type ListRange = { limit: number; offset: number };

/** The range of a page; pages count from 1. */
export const listRange = (page: number): ListRange => ({
  limit: listPageSize,
  offset: (page - 1) * listPageSize,
});
