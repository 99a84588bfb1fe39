/** What other features may use of this one. */
export { FieldItem } from './fieldItem.ts';
export { kindLabels, kindOf } from './fieldKinds.ts';
export { KindSelect } from './KindSelect.tsx';
export { LimitFields } from './LimitFields.tsx';
