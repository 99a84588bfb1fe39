/** What other features may use of this one. */
export { PricingTable } from './PricingTable.tsx';
export { TutorialVideo } from './TutorialVideo.tsx';
export { useConsent } from './consent.ts';
export { askedPurposes, type Purpose } from './purposes.ts';
