/** What other features may use of this one. */
export { SiteFooter } from './SiteFooter.tsx';
export { TermsDialog } from './TermsDialog.tsx';
export { termsFigures } from './termsFigures.ts';
