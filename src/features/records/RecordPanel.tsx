/** One record with its full values: beside the grid, or as a dialog on narrow screens. */
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { useMedia } from '#src/ui/useMedia.ts';
import { sheetQuery } from './SplitView.ts';
import type { RecordField, RecordRow } from './recordRows.ts';
import type { RecordActions } from './RecordActions.tsx';
import { RecordValues } from './RecordValues.tsx';
import { ServiceView } from './ServiceView.tsx';
import type { PeekState } from './usePeek.ts';

const Side = styled.section`
  display: flex;
  flex-direction: column;
  max-block-size: 100%;
  overflow: hidden;
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
`;
const Head = styled.div`
  display: flex;
  gap: ${token.space.xs};
  align-items: center;
  padding: ${token.space.xs} ${token.space.s} ${token.space.xs} ${token.space.m};
  border-block-end: 1px solid ${token.color.border};
  h2 {
    flex: 1;
    font-size: ${token.size.l};
  }
`;
const Body = styled.div`
  padding: ${token.space.m};
  overflow: auto;
`;
const Steps = styled.div`
  display: flex;
  gap: ${token.space.xs};
`;

type RecordPanelProps = {
  row: RecordRow;
  /** In the order of the columns. */
  fields: readonly RecordField[];
  /** Null where the record may not be changed. */
  actions: RecordActions | null;
  /** Null where peeking is not possible. */
  peek: PeekState | null;
  onStep: (by: -1 | 1) => void;
  /** Whether the page has a record before and after this one. */
  has: { previous: boolean; next: boolean };
  onClose: () => void;
};

export function RecordPanel({ row, fields, actions, peek, onStep, has, onClose }: RecordPanelProps) {
  const narrow = useMedia(sheetQuery);
  const title = `Record ${row.number}`;
  const stepButtons = (
    <Steps>
      <IconButton
        icon="chevronUp"
        size="s"
        label="Previous record"
        unavailable={has.previous ? undefined : 'This is the first one of the page.'}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="chevronDown"
        size="s"
        label="Next record"
        unavailable={has.next ? undefined : 'This is the last one of the page.'}
        onClick={() => onStep(1)}
      />
    </Steps>
  );
  const [comparing, setComparing] = useState(false);
  const values = (
    <Stack>
      <RecordValues row={row} fields={fields} peek={peek} />
      {actions && (
        <Row>
          <Button size="s" icon="edit" onClick={() => actions.edit(row)}>
            Edit
          </Button>
          <Button size="s" icon="copy" onClick={() => actions.duplicate(row)}>
            Duplicate
          </Button>
          <Button size="s" icon="trash" onClick={() => actions.remove(row)}>
            Delete
          </Button>
        </Row>
      )}
      <Button size="s" icon="eye" onClick={() => setComparing(true)}>
        What the service sees
      </Button>
      {comparing && <ServiceView row={row} fields={fields} onClose={() => setComparing(false)} />}
    </Stack>
  );
  if (narrow)
    return (
      <Dialog title={title} onClose={onClose} footer={stepButtons} reading>
        {values}
      </Dialog>
    );
  return (
    <SidePanel title={title} buttons={stepButtons} onClose={onClose}>
      {values}
    </SidePanel>
  );
}

type SidePanelProps = { title: string; buttons: ReactNode; onClose: () => void; children: ReactNode };

/** Takes the focus when it opens and returns it when it closes. Esc closes it. */
function SidePanel({ title, buttons, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  const id = useId();
  useLayoutEffect(() => {
    opener.current ??= document.activeElement;
    heading.current?.focus();
  }, []);
  const close = () => {
    onClose();
    if (opener.current?.isConnected && opener.current instanceof HTMLElement) opener.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In a dialog over the panel, Esc closes the dialog only.
    const inDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
    if (event.key === 'Escape' && !event.defaultPrevented && !inDialog) close();
  };
  return (
    <Side aria-labelledby={id} onKeyDown={onKeyDown}>
      <Head>
        <h2 ref={heading} id={id} tabIndex={-1} aria-live="polite">
          {title}
        </h2>
        {buttons}
        <IconButton icon="close" size="s" label={`Close ${title.toLowerCase()}`} onClick={close} />
      </Head>
      <Body>{children}</Body>
    </Side>
  );
}
