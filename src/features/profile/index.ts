/** What other features may use of this one. */
export { selfQueryState } from './queries.ts';
