/** One record in full, with nothing cut off: beside the grid, or, where there is no room, as a sheet over the page. */
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Stack } from '#src/ui/layout.ts';
import { useMedia } from '#src/ui/useMedia.ts';
import { sheetQuery } from './SplitView.ts';
import type { RecordRow } from './recordRows.ts';
import { RecordValues } from './RecordValues.tsx';
import { ServiceView } from './ServiceView.tsx';
import type { PeekShown } from './usePeek.ts';

const Side = styled.section`
  display: flex;
  flex-direction: column;
  max-block-size: max(20rem, calc(100dvh - 26.5rem));
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
  fields: readonly Field[];
  /** Null where nobody can look into a sealed value. */
  peek: PeekShown | null;
  onStep: (by: -1 | 1) => void;
  /** Which ways the page goes on. */
  steps: { back: boolean; on: boolean };
  onClose: () => void;
};

export function RecordPanel({ row, fields, peek, onStep, steps, onClose }: RecordPanelProps) {
  const sheet = useMedia(sheetQuery);
  const title = `Record ${row.number}`;
  const ways = (
    <Steps>
      <IconButton
        icon="chevronUp"
        size="s"
        label="Previous record"
        unavailable={steps.back ? undefined : 'This is the first one of the page.'}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="chevronDown"
        size="s"
        label="Next record"
        unavailable={steps.on ? undefined : 'This is the last one of the page.'}
        onClick={() => onStep(1)}
      />
    </Steps>
  );
  const [compared, compare] = useState(false);
  const values = (
    <Stack>
      <RecordValues row={row} fields={fields} peek={peek} />
      <Button size="s" icon="eye" onClick={() => compare(true)}>
        What the service sees
      </Button>
      {compared && <ServiceView row={row} fields={fields} onClose={() => compare(false)} />}
    </Stack>
  );
  if (sheet)
    return (
      <Dialog title={title} onClose={onClose} footer={ways} reading>
        {values}
      </Dialog>
    );
  return (
    <SidePanel title={title} ways={ways} onClose={onClose}>
      {values}
    </SidePanel>
  );
}

type SidePanelProps = { title: string; ways: ReactNode; onClose: () => void; children: ReactNode };

/** Takes the focus when it opens, and gives it back when it closes; Esc closes it. */
function SidePanel({ title, ways, onClose, children }: SidePanelProps) {
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
  const leave = (event: KeyboardEvent) => {
    // In a dialog over the panel, Esc is the dialog's.
    const elsewhere = event.target instanceof Element && event.target.closest('dialog') !== null;
    if (event.key === 'Escape' && !event.defaultPrevented && !elsewhere) close();
  };
  return (
    <Side aria-labelledby={id} onKeyDown={leave}>
      <Head>
        <h2 ref={heading} id={id} tabIndex={-1} aria-live="polite">
          {title}
        </h2>
        {ways}
        <IconButton icon="close" size="s" label={`Close ${title.toLowerCase()}`} onClick={close} />
      </Head>
      <Body>{children}</Body>
    </Side>
  );
}
