/** Placeholders for an empty grid: loading, no records, no matches, or filters that need a proxy. */
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { useMedia } from '#src/ui/useMedia.ts';
import { cardsQuery } from './SplitView.ts';

/** Links for a schema without data. */
export type FirstSteps = { tutorial: string; samples: string; proxy: string };

const linkProps = (address: string) => (address.startsWith('/') ? { to: address } : { href: address });

/** In the shape of the grid, or of the cards on phones. */
export function LoadingRecords({ columns }: { columns: number }) {
  const shape = useMedia(cardsQuery)
    ? { lines: 6, lineHeight: '60px', columns: 1 }
    : { lines: 12, lineHeight: '36px', columns };
  return <Skeleton label="Loading records" shape="table" {...shape} />;
}

export function NoRecords({ steps }: { steps: FirstSteps }) {
  return (
    <EmptyState
      icon="table"
      title="Looks like you need to add some data!"
      actions={
        <>
          <LinkButton icon="play" {...linkProps(steps.tutorial)}>
            Tutorial
          </LinkButton>
          <LinkButton icon="dataset" {...linkProps(steps.samples)}>
            Sample dataset
          </LinkButton>
          <LinkButton icon="download" {...linkProps(steps.proxy)}>
            Get the proxy
          </LinkButton>
        </>
      }
    >
      Drop a .csv, .json, .tsv or .ndjson file on this page, or press Upload Records. Its columns are this
      schema’s fields. It is sealed on your own machine before it is stored.
    </EmptyState>
  );
}

/** Shown when the address has filters but no proxy is there to search. */
export function FiltersUnavailable({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon="search"
      title="These filters can’t be answered here."
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      The address asks for filtered records, which only your proxy can search for. Open this page through your
      proxy, or clear the filters to list all sealed records.
    </EmptyState>
  );
}

export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon="search"
      title="No records match your filters."
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      Text is compared exactly, including upper and lower case.
    </EmptyState>
  );
}
