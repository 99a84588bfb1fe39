/** What other features may use of this one. */
export { placeOf } from './errorReport.ts';
