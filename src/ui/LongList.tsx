/** A list of single lines. A long list is virtualized: only the lines near the viewport are rendered. */
import { lazy, Suspense, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { PlainList } from './layout.ts';
import { nextLine } from './listKeys.ts';
import type { FocusPosition, LongListProps, VirtualList as VirtualListOf } from './VirtualList.tsx';

/** Loaded with the first long list, since most lists are short. */
const VirtualList = lazy(async () => ({
  default: (await import('./VirtualList.tsx')).VirtualList,
})) as unknown as typeof VirtualListOf;

/** Longer lists are virtualized, and have one tab stop instead of one per line. */
const maxPlainLines = 50;

const stop = { 'data-stop': true } as const;

function ShortList<Item>({ label, items, itemKey, level = () => 1, children }: LongListProps<Item>) {
  return (
    <PlainList aria-label={label}>
      {items.map((item) => (
        <li key={itemKey(item)} aria-level={level(item)}>
          {children(item, stop)}
        </li>
      ))}
    </PlainList>
  );
}

const initialFocus: FocusPosition = { line: 0, focused: false };

/** The step of the page keys until the number of visible lines is known. */
const pageLines = 10;

/** The first lines of a long list while `VirtualList` loads, which then continues from the same focus. */
function LoadingList<Item>({
  label,
  items,
  itemKey,
  level = () => 1,
  children,
  focus,
  setFocus,
}: LongListProps<Item> & { focus: FocusPosition; setFocus: (focus: FocusPosition) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const line = nextLine(event, focus.line, items.length, pageLines);
    if (line === undefined) return;
    event.preventDefault();
    setFocus({ line, focused: true });
  };
  const onFocus = ({ target }: FocusEvent) =>
    setFocus({ line: Number(target.closest('[data-line]')?.getAttribute('data-line')), focused: true });
  return (
    <PlainList
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => setFocus({ ...focus, focused: false })}
    >
      {items.slice(0, maxPlainLines).map((item, at) => (
        <li key={itemKey(item)} data-line={at} aria-level={level(item)}>
          {children(item, stop)}
        </li>
      ))}
    </PlainList>
  );
}

/** A long list is one tab stop; the arrow keys, Home, End and the page keys move the focus. */
export function LongList<Item>(props: LongListProps<Item>) {
  const [focus, setFocus] = useState(initialFocus);
  if (props.items.length <= maxPlainLines) return <ShortList {...props} />;
  return (
    <Suspense fallback={<LoadingList {...props} focus={focus} setFocus={setFocus} />}>
      <VirtualList {...props} initialFocus={focus} />
    </Suspense>
  );
}
