/** The text of a schema: in an editor that knows JSON Schema, or as plain text, with what is wrong in it below. */
import { useMemo, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import { readSchemaText, sampleSchema } from './schemaText.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/form/Field.tsx';
import { useField } from '#src/ui/form/formContext.ts';
import { Area } from '#src/ui/form/TextArea.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { useDebouncedValue } from '#src/ui/useDebouncedValue.ts';
import { hidden } from '#src/ui/VisuallyHidden.tsx';
import type { EditorHandle } from './editor/CodeEditor.tsx';
import { editorHeight } from './editor/height.ts';
import { ProblemList, type Problem } from './ProblemList.tsx';
import { useEditorBundle } from './useEditorBundle.ts';

const label = 'JSON Schema';
const hint = 'Tab moves on to the next field. Ctrl+Space lists what can be written; Esc closes that list.';
const pauseMs = 300;

const Plain = styled(Area)<{ $hidden: boolean }>`
  ${({ $hidden }) =>
    $hidden
      ? hidden
      : css`
          block-size: ${editorHeight};
          font-family: ${token.font.code};
          font-size: ${token.size.s};
          line-height: 1.6;
          tab-size: 2;
          white-space: pre;
          overflow-wrap: normal;
        `}
`;
/* The hidden field is placed within the frame, lest the page scroll to somewhere else with the focus. */
const Place = styled.div`
  position: relative;
`;

const onPhone = () => matchMedia(screen.phone.replace('@media ', '')).matches;

/** Brings a place of a plain field into view, and the caret to it. */
function goTo(area: HTMLTextAreaElement, offset: number): void {
  area.focus();
  area.setSelectionRange(offset, offset);
  const lines = area.value.split('\n').length;
  const line = area.value.slice(0, offset).split('\n').length - 1;
  area.scrollTop = (area.scrollHeight * line) / lines - area.clientHeight / 2;
}

/**
 * Named `schema` in its form. The plain field holds the text for the form whichever of the two is shown, and passes
 * the focus on when it is the editor's.
 */
export function SchemaEditor() {
  const area = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [text, setText] = useState(sampleSchema);
  const field = useField({ name: 'schema', hint }, { held: text });
  const [plain, setPlain] = useState(onPhone);
  const kit = useEditorBundle();
  const CodeEditor = plain ? undefined : kit?.CodeEditor;

  const settled = useDebouncedValue(text, pauseMs);
  const problems: readonly Problem[] = useMemo(
    () => (kit ? kit.findingsIn(settled) : readSchemaText(settled).problems),
    [kit, settled],
  );
  /** The same problem in the text as it is now, which may have changed since it was listed. */
  const today = ({ message }: Problem) =>
    kit?.findingsIn(text).find((finding) => finding.message === message);

  const go = (problem: Problem) => {
    const offset = today(problem)?.from;
    if (offset === undefined) return;
    if (CodeEditor) editor.current?.goTo(offset);
    else if (area.current) goTo(area.current, offset);
  };
  const fix = (problem: Problem) => {
    const change = today(problem)?.fix;
    if (!change) return;
    if (CodeEditor) editor.current?.apply(change);
    else setText(text.slice(0, change.at) + change.insert + text.slice(change.at));
  };
  return (
    <Stack $gap="s">
      <Field id={field.id} label={label} hint={CodeEditor && hint} error={field.error} optional={undefined}>
        <Place>
          {CodeEditor && (
            <CodeEditor
              ref={editor}
              label={label}
              hint={hint}
              invalid={field.error !== undefined}
              text={text}
              onChange={setText}
            />
          )}
          <Plain
            {...field.control}
            ref={area}
            $hidden={CodeEditor !== undefined}
            {...(CodeEditor && { 'aria-hidden': true, tabIndex: -1 })}
            // Who starts before the editor is there isn't interrupted by it.
            onFocus={() => (CodeEditor ? editor.current?.focus() : setPlain(true))}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              editor.current?.write(target.value);
            }}
          />
        </Place>
      </Field>
      {kit && (
        <Row>
          <Button size="s" kind="quiet" icon={plain ? 'code' : 'edit'} onClick={() => setPlain(!plain)}>
            {plain ? 'Use the editor' : 'Use plain text'}
          </Button>
        </Row>
      )}
      <ProblemList problems={problems} onGo={go} onFix={fix} />
    </Stack>
  );
}
