/** Styles of the people and team panels. */
import styled from 'styled-components';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';

/** Height of a line with the gap below it, in CSS pixels; needed by the virtual lists. */
export const rowHeight = 52;

export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(16rem, 2fr) minmax(0, 3fr);
  gap: ${token.space.l};
  align-items: start;
  ${screen.narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** A list that people can be dropped on. */
export const Panel = styled.section<{ $dropTarget: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${token.space.sm};
  min-inline-size: 0;
  padding: ${token.space.m};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  box-shadow: ${token.shadow.s};
  ${({ $dropTarget }) =>
    $dropTarget &&
    `
    background: ${token.color.primarySoft};
    outline: 2px dashed ${token.color.primary};
    outline-offset: -2px;
  `}
`;

export const PersonRow = styled.div<{ $mark?: 'added' | 'removed' | undefined; $dragged?: boolean }>`
  display: flex;
  gap: ${token.space.s};
  align-items: center;
  min-block-size: 44px;
  margin-block-end: ${token.space.s};
  padding: 0 ${token.space.s};
  background: ${token.color.canvas};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.s};
  opacity: ${({ $dragged }) => ($dragged ? 0.5 : 1)};
  ${({ $mark }) =>
    $mark &&
    `
    background: ${token.toneSoft[$mark === 'added' ? 'success' : 'warning']};
    border-color: ${token.tone[$mark === 'added' ? 'success' : 'warning']};
  `}
`;

/** The handle for dragging by touch; a mouse can drag the whole line. */
export const DragHandle = styled.span.attrs({ 'aria-hidden': true })`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 24px;
  block-size: 36px;
  color: ${token.color.muted};
  cursor: grab;
  touch-action: none;
`;

/** At most two lines, because the rows of a virtual list have equal heights. */
export const Email = styled.span<{ $struck?: boolean }>`
  display: -webkit-box;
  flex: 1 1 auto;
  min-inline-size: 0;
  overflow: hidden;
  line-height: 1.4;
  overflow-wrap: anywhere;
  text-decoration: ${({ $struck }) => ($struck ? 'line-through' : 'none')};
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
  ${screen.phone} {
    font-size: ${token.size.s};
  }
`;

/** The dragged person, beside the pointer. */
export const DragPreview = styled.div.attrs({ 'aria-hidden': true })`
  position: fixed;
  inset: 0 auto auto 0;
  z-index: ${zIndex.toast};
  max-inline-size: 18rem;
  padding: ${token.space.s} ${token.space.sm};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: ${token.color.onPrimarySoft};
  background: ${token.color.primarySoft};
  border: 1px solid ${token.color.primary};
  border-radius: ${token.radius.s};
  box-shadow: ${token.shadow.l};
  pointer-events: none;
`;
