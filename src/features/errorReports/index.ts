/** What other features may use of this one. */
export { redactPath } from './redactEvent.ts';
