/** The dialog: native and modal, named by its title, closed by Esc; focus goes back to where it came from. */
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import styled, { keyframes } from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { IconButton } from './IconButton.tsx';

const rise = keyframes`
  from { opacity: 0; translate: 0 12px; }
`;
const dim = keyframes`
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
  animation: ${rise} ${token.motion.calm} ease-out;
  &[open] {
    display: flex;
    flex-direction: column;
  }
  &::backdrop {
    background: ${token.color.veil};
    animation: ${dim} ${token.motion.calm} ease-out;
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
/* No header and footer: a dialog may stand in those of the page. */
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
  /** Called by Esc and the close button; unmount the dialog then. Without it the dialog stays until it is unmounted. */
  onClose?: () => void;
  size?: keyof typeof widths;
  /** One height whatever comes into it, so that no button moves away from under a pointer. */
  steady?: boolean;
  /** Buttons below the content. A `Form` inside brings its own. */
  footer?: ReactNode;
  /** Long text to read: the content takes the focus, so that the keyboard scrolls it. */
  reading?: boolean;
  children?: ReactNode;
};

/**
 * Open while mounted: `{open && <Dialog …>}`. The first field takes the focus, else what carries
 * `data-first`, else the content of a `reading` dialog, else the title.
 */
export function Dialog({
  title,
  onClose,
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
    // A file field's own cancel event comes by here too.
    if (event.target !== event.currentTarget) return;
    // Reopened before the news of its closing came round, as React's strict mode does.
    if (event.type === 'close' && event.currentTarget.open) return;
    event.preventDefault();
    if (onClose) onClose();
    // Browsers let a second Esc close a dialog whatever the page says.
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
        {onClose && <IconButton icon="close" label="Close" onClick={onClose} />}
      </Head>
      <Body {...region}>{children}</Body>
      {footer && <Foot>{footer}</Foot>}
    </Box>
  );
}

/** The field that a person fills in first. */
const firstField = 'input:not([type="hidden"], [type="file"]), select, textarea';

function useModal(box: { current: HTMLDialogElement | null }) {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    opener.current ??= document.activeElement;
    dialog.showModal();
    const target =
      dialog.querySelector<HTMLElement>('[data-first]') ?? dialog.querySelector<HTMLElement>(firstField);
    (target ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
    return () => dialog.close();
  }, [box]);
  useEffect(
    () => () => {
      // The opener may be gone, as after deleting what it stood on; then the page's heading is the place to be.
      const back = opener.current?.isConnected ? opener.current : document.querySelector('h1');
      if (back instanceof HTMLElement && !document.querySelector('dialog[open]')) back.focus();
    },
    [],
  );
}
