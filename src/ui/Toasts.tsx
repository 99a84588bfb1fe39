/**
 * The alerts in the lower corner, or in the upper one while a dialog is open. Presentational: the alerts machine decides what
 * is shown and for how long.
 */
import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled, { keyframes } from 'styled-components';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { toneIcons, type Tone } from './Banner.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { useNewestDialog } from './openDialogs.tsx';

const appear = keyframes`
  from { opacity: 0; translate: 0 8px; }
`;

const Corner = styled.section`
  position: fixed;
  inset: auto ${token.space.l} ${token.space.l} auto;
  z-index: ${zIndex.toast};
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  inline-size: min(26rem, calc(100vw - 32px));
  max-block-size: calc(100dvh - 96px);
  /* What scrolls cuts off the shadows at its padding. */
  box-sizing: content-box;
  padding: ${token.space.m};
  margin: calc(-1 * ${token.space.m});
  overflow: auto;
  pointer-events: none;
  > div {
    display: flex;
    flex-direction: column;
    gap: ${token.space.s};
  }
  ${screen.phone} {
    inset: auto ${token.space.m} ${token.space.m};
  }
  /* Above the tray, whose line has a button at its end. */
  html[data-tray] :not(dialog) > & {
    inset-block-end: calc(48px + ${token.space.m});
  }
  /* The buttons of a dialog are at its end. */
  dialog > & {
    inset-block: ${token.space.m} auto;
  }
`;
const Toast = styled.div<{ $tone: Tone }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${token.space.sm};
  padding: ${token.space.sm} ${token.space.s} ${token.space.sm} ${token.space.m};
  background: ${token.color.raised};
  border: 1px solid ${token.color.border};
  border-inline-start: 4px solid ${({ $tone }) => token.tone[$tone]};
  border-radius: ${token.radius.m};
  box-shadow: ${token.shadow.l};
  pointer-events: auto;
  animation: ${appear} ${token.motion.calm} ease-out;
  > svg {
    margin-block-start: 1px;
    color: ${({ $tone }) => token.tone[$tone]};
  }
  > button {
    margin-block: -4px;
  }
`;
const Content = styled.div`
  max-block-size: 12rem;
  overflow: auto;
  font-size: ${token.size.s};
  overflow-wrap: anywhere;
  strong {
    display: block;
    font-size: ${token.size.m};
  }
`;
const Times = styled.span`
  margin-inline-start: ${token.space.s};
  font-size: ${token.size.xs};
  font-weight: 600;
  color: ${token.color.muted};
`;

export type ToastItem = {
  id: string;
  tone: Tone;
  title?: string | undefined;
  content?: ReactNode;
  /** How many times the alert was raised; shown if it is at least 2. */
  times?: number;
  /** A button such as Undo or Don't show again. */
  action?: ReactNode;
};

export type ToastsProps = {
  items: readonly ToastItem[];
  onDismiss: (id: string) => void;
  /** Called with true while the pointer or the focus is on the alerts, so that timers can stop. */
  onHold?: (held: boolean) => void;
};

/** Where the focus is, while it is on the alerts. */
type Focused = {
  /** The index of the alert among the shown ones. */
  at: number;
  /** What had the focus before the alerts. */
  before: EventTarget | null;
};

const dismissButtons = (corner: Element) => [
  ...corner.querySelectorAll<HTMLElement>('[data-toast] > button'),
];

/** Where the focus was before the alerts; the heading of the page if that is gone. */
function focusBefore(before: EventTarget | null): void {
  const target = before instanceof HTMLElement && before.isConnected ? before : document.querySelector('h1');
  target?.focus();
}

/**
 * Moves the focus if the alert that had it is gone: to the next alert, else to where it was before the alerts. React
 * reports no blur of an element that it removes.
 */
function useFocusOfRemoved(
  items: readonly ToastItem[],
  dialog: HTMLDialogElement | undefined,
  onHold: ToastsProps['onHold'],
) {
  const corner = useRef<HTMLElement>(null);
  const focused = useRef<Focused>(null);
  const hadItems = useRef(false);
  const host = useRef(dialog);
  useLayoutEffect(() => {
    if (host.current !== dialog) {
      // The dialog moves the focus, and the pointer has not moved onto the alerts.
      host.current = dialog;
      focused.current = null;
      onHold?.(false);
    }
    if (focused.current && corner.current && !corner.current.contains(document.activeElement)) {
      const { at, before } = focused.current;
      const buttons = dismissButtons(corner.current);
      const next = buttons[at] ?? buttons.at(-1);
      if (next) next.focus();
      else {
        focused.current = null;
        focusBefore(before);
      }
    }
    // Neither the pointer nor the focus is on an alert that is gone.
    if (hadItems.current && items.length === 0) onHold?.(false);
    hadItems.current = items.length > 0;
  }, [items, dialog, onHold]);
  const onFocus = ({ currentTarget, target, relatedTarget }: FocusEvent) => {
    const at = dismissButtons(currentTarget).findIndex((button) => button.parentElement?.contains(target));
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    focused.current = {
      at,
      before: isInside || !relatedTarget ? (focused.current?.before ?? null) : relatedTarget,
    };
    onHold?.(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    focused.current = null;
    onHold?.(false);
  };
  return { ref: corner, onFocus, onBlur };
}

const isLong = ({ content }: ToastItem) => typeof content === 'string' && content.length > 300;

/** Keep it mounted: live regions have to exist before their content. */
export function Toasts({ items, onDismiss, onHold }: ToastsProps) {
  const dialog = useNewestDialog();
  const focus = useFocusOfRemoved(items, dialog, onHold);
  const isError = (item: ToastItem) => item.tone === 'error';
  const renderToast = (item: ToastItem) => (
    <Toast key={item.id} data-toast $tone={item.tone}>
      <Icon name={toneIcons[item.tone]} size={20} />
      {/* Long content scrolls, so it has to be focusable. */}
      <Content tabIndex={isLong(item) ? 0 : undefined}>
        {item.title && (
          <strong>
            {item.title}
            {(item.times ?? 1) > 1 && <Times>{item.times} times</Times>}
          </strong>
        )}
        {item.content}
        {item.action && <div>{item.action}</div>}
      </Content>
      <IconButton
        size="s"
        icon="close"
        label={item.title ? `Dismiss: ${item.title}` : 'Dismiss'}
        onClick={() => onDismiss(item.id)}
      />
    </Toast>
  );
  const corner = (
    <Corner
      {...focus}
      aria-label="Alerts"
      onMouseEnter={() => onHold?.(true)}
      onMouseLeave={() => onHold?.(false)}
    >
      <div role="alert">{items.filter(isError).map(renderToast)}</div>
      <div role="status">{items.filter((item) => !isError(item)).map(renderToast)}</div>
    </Corner>
  );
  return dialog ? createPortal(corner, dialog) : corner;
}
