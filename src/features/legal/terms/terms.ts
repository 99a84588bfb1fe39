/** The terms of service: the whole text, in order. */
import type { Section } from '../section.ts';
import { agreement } from './agreement.ts';
import { conduct } from './conduct.ts';
import { disputes } from './disputes.ts';
import { general } from './general.ts';
import { parties } from './parties.ts';
import { risk } from './risk.ts';

/** Numbered as they are cited: sections refer to each other by these numbers. */
export const terms: readonly Section[] = [
  ...agreement,
  ...parties,
  ...conduct,
  ...risk,
  ...disputes,
  ...general,
];
