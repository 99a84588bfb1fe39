/** The long form of `LongGrid`: only the lines of cards near the eye are in the page. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import { cardGap, cardWidth } from './Card.tsx';
import { PlainList } from './layout.ts';
import { usePinnedItem } from './usePinnedItem.ts';

const Field = styled(PlainList)`
  position: relative;
  > li {
    position: absolute;
    display: grid;
    min-inline-size: 0;
  }
`;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** How many cards stand side by side in the element, and how far down the document it starts. */
function useExtent() {
  const grid = useRef<HTMLUListElement>(null);
  const [extent, setExtent] = useState({ columns: 1, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const { width, top } = grid.current!.getBoundingClientRect();
      const columns = Math.max(1, Math.floor((width + cardGap) / (cardWidth * rem() + cardGap)));
      setExtent({ columns, top: top + window.scrollY });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(grid.current!);
    return () => watch.disconnect();
  }, []);
  return { grid, ...extent };
}

export type LongGridProps<Item> = {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  /** Height of every card of a long grid, in rem. */
  cardHeight: number;
  children: (item: Item) => ReactNode;
};

export function VirtualGrid<Item>({ label, items, itemKey, cardHeight, children }: LongGridProps<Item>) {
  const { grid, columns, top } = useExtent();
  const { keep, rangeExtractor } = usePinnedItem();
  const high = cardHeight * rem();
  const virtual = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => high + cardGap,
    overscan: 3,
    scrollMargin: top,
    rangeExtractor,
    useFlushSync: false,
  });
  const arrive = ({ target }: FocusEvent) => {
    const card = target.closest('[data-line]');
    if (card) keep(Number(card.getAttribute('data-line')));
  };
  const share = `(100% + ${cardGap}px) / ${columns}`;
  return (
    <Field ref={grid} aria-label={label} style={{ blockSize: virtual.getTotalSize() }} onFocus={arrive}>
      {virtual.getVirtualItems().flatMap(({ index, start }) =>
        items.slice(index * columns, (index + 1) * columns).map((item, column) => (
          <li
            key={itemKey(item)}
            data-line={index}
            aria-posinset={index * columns + column + 1}
            aria-setsize={items.length}
            style={{
              insetBlockStart: start - top,
              insetInlineStart: `calc(${share} * ${column})`,
              inlineSize: `calc(${share} - ${cardGap}px)`,
              blockSize: high,
            }}
          >
            {children(item)}
          </li>
        )),
      )}
    </Field>
  );
}
