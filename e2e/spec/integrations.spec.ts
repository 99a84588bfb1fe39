/** The requirements on third parties, in a build with all integrations. */
import { test } from '../support/thirdPartyStack.ts';
import { checkScreen } from './checkScreen.ts';
import { integrations } from './requirements/all.ts';

for (const spec of integrations) checkScreen(spec, test);
