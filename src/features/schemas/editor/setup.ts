/** The extensions of the editor: undo, brackets, completion, diagnostics and quick fixes. */
import { autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter, lintGutter, nextDiagnostic, previousDiagnostic, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Fix } from './bounds.ts';
import { completions } from './completions.ts';
import { findingsIn, type Finding } from './findings.ts';
import { editorTheme } from './editorTheme.ts';

/** Applies a fix as one undoable step and selects the value to check. */
export function applyFix(view: EditorView, { at, insert, select }: Fix): void {
  view.dispatch({
    changes: { from: at, insert },
    selection: { anchor: select.from, head: select.to },
    scrollIntoView: true,
    userEvent: 'input.fix',
  });
  view.focus();
}

const diagnosticOf = ({ message, from, to, fix }: Finding): Diagnostic => ({
  message,
  from,
  to,
  severity: 'error',
  ...(fix && { actions: [{ name: fix.name, apply: (view) => applyFix(view, fix) }] }),
});

/**
 * Tab is not bound, so it leaves the editor like any other field.
 * @param attributes - returns the attributes of the editable element; called at every update.
 */
export const setup = (
  attributes: () => Record<string, string>,
  onChange: (text: string) => void,
): Extension => [
  editorTheme,
  lineNumbers(),
  lintGutter(),
  history(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  closeBrackets(),
  indentOnInput(),
  autocompletion({ override: [completions], icons: false }),
  linter(({ state }) => findingsIn(state.doc.toString()).map(diagnosticOf), { delay: 300 }),
  keymap.of([
    { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
  ]),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of(attributes),
  // Focusable anyway; explicit for tools that look for the attribute.
  EditorView.contentAttributes.of({ tabindex: '0' }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  }),
];
