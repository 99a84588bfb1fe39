/** What the editor can do: undo, brackets, completion, marks where something is wrong, and what to do about it. */
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

/** Changes the text by a fix, as one step that can be undone, and selects the value to look at. */
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
 * Tab is bound to nothing: it leaves the editor, as it leaves every other field.
 * @param attributes - of the element that one types in, asked for at every update.
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
  // It takes the focus anyway; said in words, tools that look for it find it too.
  EditorView.contentAttributes.of({ tabindex: '0' }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  }),
];
