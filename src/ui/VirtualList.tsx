/** The virtualized form of `LongList`: only the lines near the viewport are rendered. */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import styled from 'styled-components';
import { PlainList } from './layout.ts';
import { nextLine } from './listKeys.ts';
import { usePinnedItem } from './usePinnedItem.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Scroller = styled.div`
  flex: 1 1 0;
  min-block-size: max(12rem, 40dvh);
  overflow: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  > ul {
    position: relative;
  }
  > ul > li {
    position: absolute;
    inset-inline: 0;
  }
`;

const stop = { 'data-stop': true } as const;

export type LongListProps<Item> = {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  /** `aria-level`: 1 for a line of the list, 2 for one below another line. */
  level?: (item: Item) => number;
  /** Height of every line with the gap below it, in CSS pixels. */
  lineHeight: number;
  /** The index of the line that is scrolled into view when it changes; -1 for none. */
  current?: number;
  /** Renders a line. Its focusable element gets the props in `stop`. */
  children: (item: Item, stop: { tabIndex?: number; 'data-stop': true }) => ReactNode;
};

/** The line at which the list was left, and whether it had the focus. */
export type FocusPosition = { line: number; focused: boolean };

export function VirtualList<Item>({
  label,
  items,
  itemKey,
  level = () => 1,
  lineHeight,
  current = -1,
  children,
  initialFocus,
}: LongListProps<Item> & { initialFocus: FocusPosition }) {
  const hint = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const focusPending = useRef(initialFocus.focused);
  const { pinned, setPinned, rangeExtractor } = usePinnedItem(initialFocus.line);
  const tabStop = Math.min(pinned, items.length - 1);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler is in use that could memoize it away
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
    // Shows some lines around the one that is scrolled into view.
    scrollPaddingStart: lineHeight,
    scrollPaddingEnd: 3 * lineHeight,
    rangeExtractor,
    useFlushSync: false,
  });

  useEffect(() => {
    if (current < 0) return;
    setPinned(current);
    virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [current, setPinned, virtualizer]);
  // After every commit, since a line is rendered only once the scroller has been measured.
  useLayoutEffect(() => {
    if (!focusPending.current) return;
    const target = scroller.current?.querySelector<HTMLElement>(`[data-line="${tabStop}"] [data-stop]`);
    if (!target) return;
    focusPending.current = false;
    target.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextLine(
      event,
      tabStop,
      items.length,
      Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight),
    );
    if (next === undefined) return;
    event.preventDefault();
    focusPending.current = next !== tabStop;
    setPinned(next);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const line = target.closest('[data-line]');
    if (line) setPinned(Number(line.getAttribute('data-line')));
  };
  return (
    <Scroller ref={scroller}>
      <VisuallyHidden id={hint}>Use the arrow keys to move through this list.</VisuallyHidden>
      <PlainList
        aria-label={label}
        aria-describedby={hint}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index]!;
          return (
            <li
              key={itemKey(item)}
              data-line={index}
              aria-level={level(item)}
              aria-posinset={index + 1}
              aria-setsize={items.length}
              style={{ insetBlockStart: start }}
            >
              {children(item, { ...stop, tabIndex: index === tabStop ? 0 : -1 })}
            </li>
          );
        })}
      </PlainList>
    </Scroller>
  );
}
