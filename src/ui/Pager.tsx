/** Navigation between the pages of a list. */
import { useId, useState, type KeyboardEvent } from 'react';
import styled, { css } from 'styled-components';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { NativeSelect } from './form/NativeSelect.tsx';
import { Input } from './form/TextField.tsx';
import { IconButton } from './IconButton.tsx';
import { parsePage, pageCount, rangeText } from './pagination.ts';

/** Sticks to the bottom of the window, and has small controls. */
const sticky = css`
  ${token.vars.control.m}: ${token.control.s};
  position: sticky;
  inset-block-end: 0;
  z-index: ${zIndex.sticky};
  padding-block: ${token.space.xs};
  background: ${token.color.canvas};
`;
const Bar = styled.nav<{ $sticky: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s} ${token.space.l};
  align-items: center;
  justify-content: space-between;
  font-size: ${token.size.s};
  font-variant-numeric: tabular-nums;
  color: ${token.color.muted};
  ${({ $sticky }) => $sticky && sticky}
`;
const Part = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.sm};
  align-items: center;
  label {
    white-space: nowrap;
  }
`;
const GoTo = styled(Input)`
  inline-size: 4.5rem;
  text-align: end;
`;
const Size = styled.span`
  inline-size: 5.5rem;
`;

export type PagerProps = {
  /** The accessible name: "Pages of records". */
  label: string;
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  /** The available page sizes; needs `onPageSize`. */
  sizes?: readonly number[];
  onPageSize?: (size: number) => void;
  /** Stays visible while a long list scrolls. */
  sticky?: boolean;
};

/** Announces page changes as "Page X / Y". */
export function Pager(props: PagerProps) {
  const { label, page, pageSize, total, onPage, sizes, onPageSize, sticky: isSticky = false } = props;
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const count = pageCount(total, pageSize);
  const first = page <= 1 ? 'This is the first page.' : undefined;
  const last = page >= count ? 'This is the last page.' : undefined;

  const goToTyped = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const requested = parsePage(typed, count);
    if (requested !== page) onPage(requested);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      goToTyped();
    }
    if (event.key === 'Escape') setTyped(undefined);
  };
  return (
    <Bar aria-label={label} $sticky={isSticky}>
      <Part>
        <span>{rangeText(page, pageSize, total)}</span>
        {sizes && onPageSize && (
          <>
            <label htmlFor={`${id}-size`}>Rows per page</label>
            <Size>
              <NativeSelect
                id={`${id}-size`}
                value={pageSize}
                onChange={(event) => onPageSize(Number(event.target.value))}
              >
                {sizes.map((size) => (
                  <option key={size} value={size}>
                    {size}
                  </option>
                ))}
              </NativeSelect>
            </Size>
          </>
        )}
      </Part>
      <Part>
        <label htmlFor={`${id}-page`}>Go To</label>
        <GoTo
          id={`${id}-page`}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={goToTyped}
        />
        <span role="status">
          Page {page} / {count}
        </span>
        <span>
          <Step icon="chevronsLeft" label="First page" unavailable={first} onClick={() => onPage(1)} />
          <Step
            icon="chevronLeft"
            label="Previous page"
            unavailable={first}
            onClick={() => onPage(page - 1)}
          />
          <Step icon="chevronRight" label="Next page" unavailable={last} onClick={() => onPage(page + 1)} />
          <Step icon="chevronsRight" label="Last page" unavailable={last} onClick={() => onPage(count)} />
        </span>
      </Part>
    </Bar>
  );
}

const Step = styled(IconButton)`
  display: inline-flex;
  &[aria-disabled='true'] {
    background: transparent;
    border-color: transparent;
    opacity: 0.55;
  }
`;
