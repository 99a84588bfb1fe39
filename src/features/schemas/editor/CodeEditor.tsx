/**
 * The JSON editor. It lives in a shadow root: only there does it write its styles in the one way that the content
 * policy allows.
 */
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import type { Fix } from './bounds.ts';
import { editorHeight } from './height.ts';
import { applyFix, setup } from './setup.ts';

const Host = styled.div`
  block-size: ${editorHeight};
  min-block-size: 8rem;
  overflow: hidden;
  border: 1px solid ${token.color.edge};
  border-radius: ${token.radius.s};
  resize: vertical;
`;

/** What the page can do with the editor. */
export type EditorHandle = {
  focus: () => void;
  /** Puts the caret there and brings it into view. */
  goTo: (offset: number) => void;
  apply: (fix: Fix) => void;
  /** Takes another text, for a form that is filled in by a program. */
  write: (text: string) => void;
};

type Props = {
  ref: Ref<EditorHandle>;
  label: string;
  hint: string;
  invalid: boolean;
  text: string;
  onChange: (text: string) => void;
};

/** The shadow root of the host, with the hint in it: a description has to live in the same tree. */
function rootOf(host: HTMLElement, hint: string): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const words = document.createElement('p');
  words.id = 'hint';
  words.hidden = true;
  words.textContent = hint;
  root.replaceChildren(words);
  return root;
}

export function CodeEditor({ ref, label, hint, invalid, text, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const change = useEffectEvent(onChange);
  const firstText = useEffectEvent(() => text);

  const attributes = useEffectEvent(() => ({
    'aria-label': label,
    'aria-describedby': 'hint',
    'aria-invalid': String(invalid),
    'aria-required': 'true',
  }));

  useEffect(() => {
    const root = rootOf(host.current!, hint);
    const extensions = setup(
      () => attributes(),
      (now) => change(now),
    );
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: firstText(), extensions }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [hint]);
  useEffect(() => {
    // An empty update: the attributes are read again.
    editor.current?.dispatch({});
  }, [label, invalid]);

  useImperativeHandle(
    ref,
    () => ({
      focus: () => editor.current?.focus(),
      goTo: (offset) => {
        editor.current?.dispatch({ selection: { anchor: offset }, scrollIntoView: true });
        editor.current?.focus();
      },
      apply: (fix) => editor.current && applyFix(editor.current, fix),
      write: (insert) => {
        const end = editor.current?.state.doc.length ?? 0;
        editor.current?.dispatch({ changes: { from: 0, to: end, insert } });
      },
    }),
    [],
  );
  return <Host ref={host} />;
}
