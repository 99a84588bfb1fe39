/** A grid of cards. A long grid is virtualized: only the rows near the viewport are rendered. */
import { lazy, Suspense } from 'react';
import { CardGrid } from './Card.tsx';
import type { LongGridProps, VirtualGrid as VirtualGridOf } from './VirtualGrid.tsx';

/** Loaded with the first long grid, since most grids are short. */
const VirtualGrid = lazy(async () => ({
  default: (await import('./VirtualGrid.tsx')).VirtualGrid,
})) as unknown as typeof VirtualGridOf;

/** Longer grids are virtualized. */
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
