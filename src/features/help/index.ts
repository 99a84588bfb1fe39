/** What other features may use of this one. */
export { helpLinks } from './links.ts';
