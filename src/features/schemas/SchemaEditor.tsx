/** The field for the text of a schema, as a code editor or as plain text, with the list of problems below. */
import { useMemo, useRef, useState, useEffect } from 'react';
import styled, { css } from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/form/Field.tsx';
import { useField } from '#src/ui/form/formContext.ts';
import { Area } from '#src/ui/form/TextArea.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import { hidden } from '#src/ui/VisuallyHidden.tsx';
import { schemaTemplates } from './templates.ts';
import { readSchemaText, sampleSchema } from './schemaText.ts';
import type { EditorHandle } from './editor/CodeEditor.tsx';
import { editorHeight } from './editor/height.ts';
import { ProblemList, type Problem } from './ProblemList.tsx';

const label = 'JSON Schema';
const hint = 'Tab moves to the next field. Ctrl+Space lists suggestions; Esc closes the list.';
const debounceMs = 300;

const PlainText = styled(Area)<{ $hidden: boolean }>`
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
/* Contains the hidden field, so that focusing it does not scroll the page. */
const Frame = styled.div`
  position: relative;
`;

const onPhone = () => matchMedia(screen.phone.replace('@media ', '')).matches;

/** Moves the caret of the plain field to an offset and scrolls it into view. */
function goTo(textArea: HTMLTextAreaElement, offset: number): void {
  textArea.focus();
  textArea.setSelectionRange(offset, offset);
  const lines = textArea.value.split('\n').length;
  const line = textArea.value.slice(0, offset).split('\n').length - 1;
  textArea.scrollTop = (textArea.scrollHeight * line) / lines - textArea.clientHeight / 2;
}

type SchemaEditorProps = {
  /** Offers templates to start with. */
  offersTemplates?: boolean;
  /** The default is the text of a new schema. */
  initialText?: string | undefined;
  /** Called with the text after each edit. */
  onText?: (text: string) => void;
};

/**
 * The field `schema` of its form. The plain field always contains the text for the form. While the editor is shown, the
 * plain field passes the focus on to it.
 */
export function SchemaEditor({
  offersTemplates = false,
  initialText = sampleSchema,
  onText,
}: SchemaEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [text, setTextState] = useState(initialText);
  const setText = (next: string) => {
    setTextState(next);
    onText?.(next);
  };
  const field = useField({ name: 'schema', hint }, { controlledValue: text });
  const [isPlain, setIsPlain] = useState(onPhone);
  const bundle = useEditorBundle();
  const CodeEditor = isPlain ? undefined : bundle?.CodeEditor;

  const debouncedText = useDebouncedValue(text, debounceMs);
  const problems: readonly Problem[] = useMemo(
    () => (bundle ? bundle.findingsIn(debouncedText) : readSchemaText(debouncedText).problems),
    [bundle, debouncedText],
  );
  /** The same problem in the current text, which may have changed since the list was created. */
  const findCurrent = ({ message }: Problem) =>
    bundle?.findingsIn(text).find((finding) => finding.message === message);

  const goToProblem = (problem: Problem) => {
    const offset = findCurrent(problem)?.from;
    if (offset === undefined) return;
    if (CodeEditor) editor.current?.goTo(offset);
    else if (area.current) goTo(area.current, offset);
  };
  const write = (next: string) => {
    setText(next);
    editor.current?.write(next);
  };
  const applyFix = (problem: Problem) => {
    const change = findCurrent(problem)?.fix;
    if (!change) return;
    if (CodeEditor) editor.current?.apply(change);
    else setText(text.slice(0, change.at) + change.insert + text.slice(change.at));
  };
  return (
    <Stack $gap="s">
      <Field id={field.id} label={label} hint={CodeEditor && hint} error={field.error} optional={undefined}>
        <Frame>
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
          <PlainText
            {...field.control}
            ref={area}
            $hidden={CodeEditor !== undefined}
            {...(CodeEditor && { 'aria-hidden': true, tabIndex: -1 })}
            // Typing before the editor has loaded keeps the plain field.
            onFocus={() => (CodeEditor ? editor.current?.focus() : setIsPlain(true))}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            value={text}
            onChange={({ target }) => write(target.value)}
          />
        </Frame>
      </Field>
      <Row>
        {bundle && (
          <Button size="s" kind="quiet" icon={isPlain ? 'code' : 'edit'} onClick={() => setIsPlain(!isPlain)}>
            {isPlain ? 'Use the editor' : 'Use plain text'}
          </Button>
        )}
        {offersTemplates && (
          <Menu label="Use a template" icon="schema" size="s" kind="quiet">
            {schemaTemplates.map(({ id, label: name, definition }) => (
              <MenuItem key={id} onSelect={() => write(JSON.stringify(definition, null, 2))}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        )}
      </Row>
      <ProblemList problems={problems} onGo={goToProblem} onFix={applyFix} />
    </Stack>
  );
}

type EditorBundle = typeof import('./editor/bundle.ts');

/**
 * Loads the chunk of the code editor on demand.
 * @returns the bundle; null until it has loaded, or if loading fails; plain text works without it.
 */
function useEditorBundle(): EditorBundle | null {
  const [bundle, setBundle] = useState<EditorBundle | null>(null);
  useEffect(() => {
    let mounted = true;
    import('./editor/bundle.ts').then(
      (loaded) => mounted && setBundle(loaded),
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, []);
  return bundle;
}

/**
 * Debounces a value.
 * @returns the last value that did not change for `ms`.
 */
function useDebouncedValue<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
