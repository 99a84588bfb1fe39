/** How the grid looks: dense, its head and its first column always in sight. */
import styled from 'styled-components';
import { depths } from '#src/theme/depths.ts';
import { screen, token } from '#src/theme/tokens.ts';

/** Scrolls both ways. */
export const Frame = styled.div`
  position: relative;
  max-block-size: max(20rem, calc(100dvh - 26.5rem));
  overflow: auto;
  scroll-padding: 38px 0 0 56px;
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  ${screen.phone} {
    max-block-size: max(22rem, calc(100dvh - 14rem));
  }
`;

export const Lines = styled.table<{ $busy: boolean }>`
  inline-size: 100%;
  font-size: ${token.size.s};
  table-layout: fixed;
  border-spacing: 0;
  opacity: ${({ $busy }) => ($busy ? 0.55 : 1)};
  transition: opacity ${token.motion.quick};

  th,
  td {
    block-size: 34px;
    padding: 0 ${token.space.sm};
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
    border-block-end: 1px solid ${token.color.border};
  }
  tbody tr:last-child > * {
    border-block-end: 0;
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: ${depths.sticky};
    block-size: 38px;
    padding: 0;
    font-weight: 600;
    color: ${token.color.muted};
    background: ${token.color.sunken};
  }
  tr > th:first-child {
    position: sticky;
    inset-inline-start: 0;
    z-index: ${depths.sticky};
    padding: 0;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    text-align: end;
    color: ${token.color.muted};
    background: ${token.color.sunken};
    border-inline-end: 1px solid ${token.color.border};
  }
  thead th:first-child {
    z-index: ${depths.sticky + 1};
    padding-inline-end: ${token.space.sm};
  }
  tbody th button {
    inline-size: 100%;
    block-size: 33px;
    padding: 0 ${token.space.sm};
    font: inherit;
    text-align: end;
    color: inherit;
    background: transparent;
    border: 0;
    cursor: pointer;
  }
  tbody th button:hover {
    color: ${token.color.primary};
    text-decoration: underline;
  }
  tbody tr:hover > td {
    background: ${token.color.primarySoft};
  }
  td[data-numeric] {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  td[data-sealed] {
    font-family: ${token.font.code};
    font-size: ${token.size.xs};
    color: ${token.color.muted};
  }
  td:focus-visible,
  thead th:focus-visible,
  tbody th button:focus-visible {
    outline-offset: -2px;
  }
`;
