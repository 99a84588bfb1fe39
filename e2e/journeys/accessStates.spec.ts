/** Accessibility of dialogs and notices about shared keys, in light and dark, at phone and desktop width. */
import { accessStates } from '../support/accessStates.ts';
import { checkStates } from '../support/checkStates.ts';
import { screenStates } from '../support/screenStates.ts';

checkStates([...accessStates, ...screenStates.filter(({ name }) => name.startsWith('keyring-unproven'))]);
