/** The pages that lists of people and keys are cut into. */

export const listPageSize = 50;

export type ListRange = { limit: number; offset: number };

/** What to ask for to see a page; pages count from 1. */
export const listRange = (page: number): ListRange => ({
  limit: listPageSize,
  offset: (page - 1) * listPageSize,
});
