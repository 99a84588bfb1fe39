/** What other features may use of this one. */
export { useRestored } from './queries.ts';
