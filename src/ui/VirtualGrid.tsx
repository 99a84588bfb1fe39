/** The virtualized form of `LongGrid`: only the rows of cards near the viewport are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import { cardGap, cardWidth } from './Card.tsx';
import { PlainList } from './layout.ts';
import { usePinnedItem } from './usePinnedItem.ts';

const Container = styled(PlainList)`
  position: relative;
  > li {
    position: absolute;
    display: grid;
    min-inline-size: 0;
  }
`;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** The number of columns of the element, and its distance from the top of the document in CSS pixels. */
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
    const observer = new ResizeObserver(measure);
    observer.observe(grid.current!);
    return () => observer.disconnect();
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
  const { setPinned, rangeExtractor } = usePinnedItem();
  const cardHeightPx = cardHeight * rem();
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => cardHeightPx + cardGap,
    overscan: 3,
    scrollMargin: top,
    rangeExtractor,
    useFlushSync: false,
  });
  const onFocus = ({ target }: FocusEvent) => {
    const card = target.closest('[data-line]');
    if (card) setPinned(Number(card.getAttribute('data-line')));
  };
  const columnWidth = `(100% + ${cardGap}px) / ${columns}`;
  return (
    <Container
      ref={grid}
      aria-label={label}
      style={{ blockSize: virtualizer.getTotalSize() }}
      onFocus={onFocus}
    >
      {virtualizer.getVirtualItems().flatMap(({ index, start }) =>
        items.slice(index * columns, (index + 1) * columns).map((item, column) => (
          <li
            key={itemKey(item)}
            data-line={index}
            aria-posinset={index * columns + column + 1}
            aria-setsize={items.length}
            style={{
              insetBlockStart: start - top,
              insetInlineStart: `calc(${columnWidth} * ${column})`,
              inlineSize: `calc(${columnWidth} - ${cardGap}px)`,
              blockSize: cardHeightPx,
            }}
          >
            {children(item)}
          </li>
        )),
      )}
    </Container>
  );
}
