/** What other features may use of this one. */
export { kindLabels, kindOf } from './fieldKinds.ts';
export { LimitFields } from './LimitFields.tsx';
