/** The long form of `LongList`: only the lines near the eye are in the page. */
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

const Box = styled.div`
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
  /** 1 for a line of the list itself, 2 for one that belongs to the line above. */
  level?: (item: Item) => number;
  /** Height of every line with the gap below it, in CSS pixels. */
  lineHeight: number;
  /** The line to bring into view when it changes; -1 for none. */
  current?: number;
  /** Draws a line; what Tab and the arrows reach in it takes `stop`. */
  children: (item: Item, stop: { tabIndex?: number; 'data-stop': true }) => ReactNode;
};

/** The line where somebody stood before the list was there, and whether the focus was theirs. */
export type FocusPosition = { line: number; focused: boolean };

export function VirtualList<Item>({
  label,
  items,
  itemKey,
  level = () => 1,
  lineHeight,
  current = -1,
  children,
  held,
}: LongListProps<Item> & { held: FocusPosition }) {
  const hint = useId();
  const box = useRef<HTMLDivElement>(null);
  const walking = useRef(held.focused);
  const { kept, keep, rangeExtractor } = usePinnedItem(held.line);
  const tabbed = Math.min(kept, items.length - 1);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler is in use that could memoize it away
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 8,
    // What is brought into view shows a little of what is around it.
    scrollPaddingStart: lineHeight,
    scrollPaddingEnd: 3 * lineHeight,
    rangeExtractor,
    useFlushSync: false,
  });

  useEffect(() => {
    if (current < 0) return;
    keep(current);
    virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, keep, virtual]);
  // After every commit: a line comes into the page only once the box has been measured.
  useLayoutEffect(() => {
    if (!walking.current) return;
    const goal = box.current?.querySelector<HTMLElement>(`[data-line="${tabbed}"] [data-stop]`);
    if (!goal) return;
    walking.current = false;
    goal.focus();
  });

  const walk = (event: KeyboardEvent) => {
    const next = nextLine(
      event,
      tabbed,
      items.length,
      Math.floor((box.current?.clientHeight ?? 0) / lineHeight),
    );
    if (next === undefined) return;
    event.preventDefault();
    walking.current = next !== tabbed;
    keep(next);
  };
  const arrive = ({ target }: FocusEvent) => {
    const line = target.closest('[data-line]');
    if (line) keep(Number(line.getAttribute('data-line')));
  };
  return (
    <Box ref={box}>
      <VisuallyHidden id={hint}>Walk this list with the arrow keys.</VisuallyHidden>
      <PlainList
        aria-label={label}
        aria-describedby={hint}
        style={{ blockSize: virtual.getTotalSize() }}
        onKeyDown={walk}
        onFocus={arrive}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
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
              {children(item, { ...stop, tabIndex: index === tabbed ? 0 : -1 })}
            </li>
          );
        })}
      </PlainList>
    </Box>
  );
}
