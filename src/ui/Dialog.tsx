/** A native modal dialog, labelled by its title and closed by Esc. The focus returns to the opener. */
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import styled, { keyframes } from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { IconButton } from './IconButton.tsx';
import { useAddDialog } from './openDialogs.tsx';

/* A translation would move the alerts too: it makes the dialog the frame of what has a fixed position. */
const appear = keyframes`
  from { opacity: 0; }
`;
const widths = { s: '26rem', m: '36rem', l: '56rem' };

const Box = styled.dialog<{ $size: keyof typeof widths; $steady: boolean }>`
  inline-size: ${({ $size }) => widths[$size]};
  block-size: ${({ $steady }) => $steady && 'min(46rem, 100dvh - 64px)'};
  max-inline-size: calc(100vw - 32px);
  max-block-size: calc(100dvh - 64px);
  padding: 0;
  color: ${token.color.text};
  background: ${token.color.raised};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.l};
  box-shadow: ${token.shadow.l};
  overflow: hidden;
  animation: ${appear} ${token.motion.calm} ease-out;
  &[open] {
    display: flex;
    flex-direction: column;
  }
  &::backdrop {
    background: ${token.color.veil};
    animation: ${appear} ${token.motion.calm} ease-out;
  }
  ${screen.phone} {
    inline-size: 100vw;
    max-inline-size: none;
    block-size: 100dvh;
    max-block-size: none;
    border: 0;
    border-radius: 0;
  }
`;
/* No <header> and <footer>: a dialog may be inside those of the page. */
const Head = styled.div`
  display: flex;
  gap: ${token.space.m};
  align-items: start;
  justify-content: space-between;
  padding: ${token.space.l} ${token.space.l} ${token.space.sm};
  button {
    margin: -4px -8px 0 0;
  }
`;
const Body = styled.div`
  flex: 1 1 auto;
  min-block-size: 0;
  padding: ${token.space.xs} ${token.space.l} ${token.space.l};
  overflow: auto;
  overscroll-behavior: contain;
  --actions-direction: row-reverse;
  &:focus-visible {
    outline-offset: -3px;
  }
`;
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
  align-items: center;
  justify-content: end;
  padding: ${token.space.m} ${token.space.l};
  background: ${token.color.sunken};
  border-block-start: 1px solid ${token.color.border};
`;

export type DialogProps = {
  title: string;
  /** Called by Esc and the close button; it has to unmount the dialog. Without it the user can't close the dialog. */
  onClose?: () => void;
  /** Why the dialog can't be closed now, for example because its action is running. */
  locked?: string | undefined;
  size?: keyof typeof widths;
  /** A fixed height, so that buttons do not move when the content changes. */
  steady?: boolean;
  /** Buttons below the content. A `Form` has its own. */
  footer?: ReactNode;
  /** For long text: the content gets the focus, so that it can be scrolled by keyboard. */
  reading?: boolean;
  children?: ReactNode;
};

/**
 * Open while mounted: `{open && <Dialog …>}`. The initial focus is on the element with `data-first`, which a `reading`
 * dialog sets on its content, else on the first field, else on the title.
 */
export function Dialog({
  title,
  onClose,
  locked,
  size = 'm',
  steady = false,
  footer,
  reading = false,
  children,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(box);

  const close = (event: SyntheticEvent<HTMLDialogElement>) => {
    // The cancel event of a file input bubbles too.
    if (event.target !== event.currentTarget) return;
    // Reopened before the close event was dispatched, as in React's strict mode.
    if (event.type === 'close' && event.currentTarget.open) return;
    event.preventDefault();
    if (onClose && locked === undefined) onClose();
    // Browsers close a dialog on a second Esc even if the event is cancelled.
    else if (event.type === 'close' && event.currentTarget.isConnected) event.currentTarget.showModal();
  };
  const region = reading
    ? { role: 'region', tabIndex: 0, 'aria-labelledby': titleId, 'data-first': true }
    : {};
  return (
    <Box ref={box} $size={size} $steady={steady} aria-labelledby={titleId} onCancel={close} onClose={close}>
      <Head>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose && <IconButton icon="close" label="Close" unavailable={locked} onClick={onClose} />}
      </Head>
      <Body {...region}>{children}</Body>
      {footer && <Foot>{footer}</Foot>}
    </Box>
  );
}

const firstField = 'input:not([type="hidden"], [type="file"]), select, textarea';

function useModal(box: { current: HTMLDialogElement | null }) {
  const opener = useRef<Element | null>(null);
  const add = useAddDialog();
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    opener.current ??= document.activeElement;
    dialog.showModal();
    const remove = add(dialog);
    const target =
      dialog.querySelector<HTMLElement>('[data-first]') ?? dialog.querySelector<HTMLElement>(firstField);
    (target ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      remove();
      dialog.close();
    };
  }, [box, add]);
  useEffect(
    () => () => {
      // If the opener no longer exists, for example because it was deleted, the heading of the page gets the focus.
      const back = opener.current?.isConnected ? opener.current : document.querySelector('h1');
      if (back instanceof HTMLElement && !document.querySelector('dialog[open]')) back.focus();
    },
    [],
  );
}
