/** The theme of the editor. It uses only tokens, so light and dark mode share it. */
import { jsonLanguage } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import type { Extension, Range } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { token } from '#src/ui/theme/tokens.ts';

const { color, tone, toneSoft } = token;

const theme = EditorView.theme({
  '&': {
    blockSize: '100%',
    color: color.text,
    backgroundColor: color.surface,
    fontSize: token.size.s,
  },
  '&.cm-focused': { outline: `2px solid ${color.focus}`, outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: token.font.code, lineHeight: '1.6' },
  '.cm-content': { paddingBlock: token.space.s, caretColor: color.text },
  '&.cm-editor .cm-content ::selection': { backgroundColor: color.primarySoft },
  '.cm-gutters': { color: color.muted, backgroundColor: color.sunken, borderInlineEndColor: color.border },
  '.cm-activeLine': { backgroundColor: `color-mix(in srgb, ${color.primarySoft} 45%, transparent)` },
  '.cm-activeLineGutter': { color: color.text, backgroundColor: color.primarySoft },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: color.primarySoft,
    outline: `1px solid ${color.primary}`,
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: toneSoft.error },
  '.cm-name': { color: color.primary },
  '.cm-text': { color: tone.success },
  '.cm-number': { color: color.secondary },
  '.cm-word': { color: color.accent },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    backgroundColor: toneSoft.error,
    textDecoration: `underline wavy ${tone.error} 1px`,
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    maxInlineSize: '36rem',
    color: color.text,
    backgroundColor: color.raised,
    border: `1px solid ${color.border}`,
    borderRadius: token.radius.s,
    boxShadow: token.shadow.m,
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: token.font.code },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: `4px ${token.space.s}`, lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected], &.cm-focused .cm-tooltip-autocomplete ul li[aria-selected]':
    {
      color: color.onPrimary,
      backgroundColor: color.primary,
    },
  '.cm-completionDetail': {
    marginInlineStart: token.space.s,
    fontFamily: token.font.text,
    fontStyle: 'normal',
  },
  '.cm-diagnostic': { padding: `${token.space.s} ${token.space.sm}`, fontFamily: token.font.text },
  '.cm-diagnostic-error': { borderInlineStartColor: tone.error },
  '.cm-diagnosticAction': {
    minBlockSize: '24px',
    marginBlockStart: token.space.xs,
    padding: `2px ${token.space.s}`,
    font: 'inherit',
    fontWeight: '600',
    color: color.onPrimary,
    backgroundColor: color.primary,
    borderRadius: token.radius.s,
  },
});

const decorationOf: Record<string, Decoration> = {
  PropertyName: Decoration.mark({ class: 'cm-name' }),
  String: Decoration.mark({ class: 'cm-text' }),
  Number: Decoration.mark({ class: 'cm-number' }),
  True: Decoration.mark({ class: 'cm-word' }),
  False: Decoration.mark({ class: 'cm-word' }),
  Null: Decoration.mark({ class: 'cm-word' }),
};

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        const mark = decorationOf[node.name];
        if (mark && node.to > node.from) ranges.push(mark.range(node.from, node.to));
      },
    });
  return Decoration.set(ranges, true);
}

/** Highlights the visible tokens by their syntax node. */
const highlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = decorate(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

export const editorTheme: Extension = [jsonLanguage, theme, highlighting];
