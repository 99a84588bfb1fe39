/** The specification's lines on other people's services, in a build that has all of them switched on. */
import { test } from '../support/thirdPartyStack.ts';
import { prove } from './prove.ts';
import { integrations } from './rows/all.ts';

for (const visit of integrations) prove(visit, test);
