/** Accessibility of the dialogs, menus and notices for work with data, in light and dark, at phone and desktop width. */
import { checkStates } from '../support/checkStates.ts';
import { definitionStates } from '../support/definitionStates.ts';
import { gridStates } from '../support/gridStates.ts';
import { proposalStates } from '../support/proposalStates.ts';
import { recordStates } from '../support/recordStates.ts';

checkStates([...recordStates, ...gridStates, ...proposalStates, ...definitionStates]);
