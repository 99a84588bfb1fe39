/**
 * The JSON editor. It is rendered in a shadow root: only there does CodeMirror add its styles in a way that the content
 * security policy allows.
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

export type EditorHandle = {
  focus: () => void;
  /** Moves the caret to the offset and scrolls it into view. */
  goTo: (offset: number) => void;
  apply: (fix: Fix) => void;
  /** Replaces the text, for a form that is filled in by a program. */
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

/** The shadow root of the host, with the hint in it: aria-describedby works only within one tree. */
function rootOf(host: HTMLElement, hint: string): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const description = document.createElement('p');
  description.id = 'hint';
  description.hidden = true;
  description.textContent = hint;
  root.replaceChildren(description);
  return root;
}

export function CodeEditor({ ref, label, hint, invalid, text, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const onTextChange = useEffectEvent(onChange);
  const initialText = useEffectEvent(() => text);

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
      (now) => onTextChange(now),
    );
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: initialText(), extensions }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [hint]);
  useEffect(() => {
    // An empty transaction makes the editor read its attributes again.
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
