/** The tray at the bottom of every page: one line for each task that runs in the background. */
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';

/* In the page's flow, so that it doesn't cover the end of the page. */
export const Tray = styled.section`
  position: sticky;
  inset-block-end: 0;
  z-index: ${zIndex.sticky};
  background: ${token.color.raised};
  border-block-start: 1px solid ${token.color.border};
`;

/** A task: an icon, text, a progress bar or commands, and a button that ends or dismisses it. The result of an ended task may take several lines. */
export const TrayLine = styled.li<{ $ended?: boolean }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) minmax(6rem, 16rem) 32px;
  gap: ${token.space.xs} ${token.space.sm};
  align-items: center;
  min-block-size: 48px;
  padding: ${token.space.xs} ${token.space.m};
  font-size: ${token.size.s};
  font-variant-numeric: tabular-nums;
  + li {
    border-block-start: 1px solid ${token.color.border};
  }
  > svg {
    color: ${token.color.primary};
  }
  p {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: ${({ $ended }) => ($ended ? 'normal' : 'nowrap')};
  }
  span {
    color: ${token.color.muted};
  }
  > button {
    grid-column: -2;
  }
  ${screen.phone} {
    grid-template-columns: auto minmax(0, 1fr) 32px;
    p {
      white-space: normal;
    }
    > [role='progressbar'],
    > div {
      grid-column: 2;
      grid-row: 2;
    }
  }
`;

/** The commands of an ended task, in place of the progress bar. */
export const TrayCommands = styled.div`
  justify-self: end;
  ${screen.phone} {
    justify-self: start;
  }
`;
