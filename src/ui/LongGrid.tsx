/** A grid of cards that stays fast with thousands: only the lines of cards near the eye are in the page. */
import { lazy, Suspense } from 'react';
import { CardGrid } from './Card.tsx';
import type { LongGridProps, VirtualGrid as VirtualGridOf } from './VirtualGrid.tsx';

/** Most grids are short: what a long one needs comes with the first of them. */
const VirtualGrid = lazy(async () => ({
  default: (await import('./VirtualGrid.tsx')).VirtualGrid,
})) as unknown as typeof VirtualGridOf;

/** Up to here every card is simply there. */
const maxPlainCards = 60;

function ShortGrid<Item>({ label, items, itemKey, children }: LongGridProps<Item>) {
  return (
    <CardGrid label={label}>
      {items.map((item) => (
        <li key={itemKey(item)}>{children(item)}</li>
      ))}
    </CardGrid>
  );
}

export function LongGrid<Item>(props: LongGridProps<Item>) {
  if (props.items.length <= maxPlainCards) return <ShortGrid {...props} />;
  return (
    <Suspense fallback={<ShortGrid {...props} items={props.items.slice(0, maxPlainCards)} />}>
      <VirtualGrid {...props} />
    </Suspense>
  );
}
