/** What other features may use of this one. */
export { recordQueries, invalidateRecords, useRecordCount, useRecordCounts } from './queries.ts';
