/** What other features may use of this one. */
export { PricingTable } from './PricingTable.tsx';
export { TutorialVideo } from './TutorialVideo.tsx';
export { useConsent } from './consent.ts';
export { integrationsOf, type Purpose, purposesOf } from './integrations.ts';
export { integrations } from './thirdPartyScripts.ts';
