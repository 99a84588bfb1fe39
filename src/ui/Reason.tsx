/** Why a control can't be used: its accessible description, and a tooltip on hover and focus. */
import { useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { positionFloating } from './positionFloating.ts';

const Bubble = styled.span`
  position: fixed;
  inset: var(--y, 0) auto auto var(--x, 0);
  max-inline-size: min(20rem, calc(100vw - 16px));
  margin: 0;
  padding: ${token.space.s} ${token.space.sm};
  font-size: ${token.size.s};
  color: ${token.color.text};
  background: ${token.color.raised};
  border: 1px solid ${token.color.edge};
  border-radius: ${token.radius.s};
  box-shadow: ${token.shadow.m};
`;

type ReasonProps = { id: string; text: string | undefined; bubble: RefObject<HTMLSpanElement | null> };

/** Shows or hides the popover of a control. */
function togglePopover(bubble: HTMLElement | null, control: Element, shown: boolean): void {
  if (!bubble) return;
  bubble.togglePopover(shown);
  if (shown) positionFloating(bubble, control);
}

/** @returns the props of the control (`anchor`) and of `Reason`. Has no effect while `text` is undefined. */
export function useReason(text: string | undefined) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  const showReason = (event: { currentTarget: Element }) =>
    togglePopover(bubble.current, event.currentTarget, true);
  const hideReason = (event: { currentTarget: Element }) =>
    togglePopover(bubble.current, event.currentTarget, false);
  const anchor =
    text === undefined
      ? {}
      : {
          'aria-describedby': id,
          onMouseEnter: showReason,
          onMouseLeave: hideReason,
          onFocus: showReason,
          onBlur: hideReason,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Escape') hideReason(event);
          },
        };
  return { id, text, bubble, anchor };
}

/** The tooltip; renders nothing without a reason. */
export function Reason({ id, text, bubble }: ReasonProps) {
  if (text === undefined) return null;
  return (
    <Bubble id={id} ref={bubble} popover="manual" role="tooltip">
      {text}
    </Bubble>
  );
}
