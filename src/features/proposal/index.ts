/** What other features may use of this one. */
export { kindLabels, kindOf, kinds, withKind, type Kind } from './fieldKinds.ts';
export { LimitFields } from './LimitFields.tsx';
