/** What other features may use of this one. */
export { permissionQueries } from './queries.ts';
