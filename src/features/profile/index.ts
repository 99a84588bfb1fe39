/** What other features may use of this one. */
export { selfFetched } from './queries.ts';
