/** What other features may use of this one. */
export { recordQueries, invalidateRecords, useRecordCount } from './queries.ts';
