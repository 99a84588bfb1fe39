/** A list of single lines that stays fast with thousands: of a long one only the lines near the eye are in the page. */
import { lazy, Suspense, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { PlainList } from './layout.ts';
import { nextLine } from './listKeys.ts';
import type { FocusPosition, LongListProps, VirtualList as VirtualListOf } from './VirtualList.tsx';

/** Most lists are short: what a long one needs comes with the first of them. */
const VirtualList = lazy(async () => ({
  default: (await import('./VirtualList.tsx')).VirtualList,
})) as unknown as typeof VirtualListOf;

/** Up to here every line is simply there, and Tab visits each. */
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

const top: FocusPosition = { line: 0, focused: false };

/** How far the page keys lead before anybody knows how many lines are in view. */
const pageLines = 10;

/** The first lines of a long list while its long form is on its way there, which takes over the focus and the keys. */
function LoadingList<Item>({
  label,
  items,
  itemKey,
  level = () => 1,
  children,
  held,
  hold,
}: LongListProps<Item> & { held: FocusPosition; hold: (held: FocusPosition) => void }) {
  const walk = (event: KeyboardEvent) => {
    const line = nextLine(event, held.line, items.length, pageLines);
    if (line === undefined) return;
    event.preventDefault();
    hold({ line, focused: true });
  };
  const arrive = ({ target }: FocusEvent) =>
    hold({ line: Number(target.closest('[data-line]')?.getAttribute('data-line')), focused: true });
  return (
    <PlainList
      aria-label={label}
      onKeyDown={walk}
      onFocus={arrive}
      onBlur={() => hold({ ...held, focused: false })}
    >
      {items.slice(0, maxPlainLines).map((item, at) => (
        <li key={itemKey(item)} data-line={at} aria-level={level(item)}>
          {children(item, stop)}
        </li>
      ))}
    </PlainList>
  );
}

/** A long list is one stop of the Tab key, walked by the arrows, Home, End and the page keys. */
export function LongList<Item>(props: LongListProps<Item>) {
  const [held, hold] = useState(top);
  if (props.items.length <= maxPlainLines) return <ShortList {...props} />;
  return (
    <Suspense fallback={<LoadingList {...props} held={held} hold={hold} />}>
      <VirtualList {...props} held={held} />
    </Suspense>
  );
}
