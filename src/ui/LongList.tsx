/** A list of single lines that stays fast with thousands: of a long one only the lines near the eye are in the page. */
import { lazy, Suspense } from 'react';
import { PlainList } from './layout.ts';
import type { LongListProps, VirtualList as VirtualListOf } from './VirtualList.tsx';

/** Most lists are short: what a long one needs comes with the first of them. */
const VirtualList = lazy(async () => ({
  default: (await import('./VirtualList.tsx')).VirtualList,
})) as unknown as typeof VirtualListOf;

/** Up to here every line is simply there, and Tab visits each. */
const short = 50;

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

/** A long list is one stop of the Tab key, walked by the arrows, Home, End and the page keys. */
export function LongList<Item>(props: LongListProps<Item>) {
  if (props.items.length <= short) return <ShortList {...props} />;
  return (
    <Suspense fallback={<ShortList {...props} items={props.items.slice(0, short)} />}>
      <VirtualList {...props} />
    </Suspense>
  );
}
