/** What stands where no records are: not yet fetched, none at all, or none that match. */
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

/** Ways on for somebody without data. */
export type FirstSteps = { tutorial: string; samples: string; proxy: string };

const goingTo = (address: string) => (address.startsWith('/') ? { to: address } : { href: address });

export const LoadingRecords = () => <Skeleton label="Loading records" lines={10} high="26px" />;

export function NoRecords({ steps }: { steps: FirstSteps }) {
  return (
    <EmptyState
      icon="table"
      title="Looks like you need to add some data!"
      actions={
        <>
          <LinkButton icon="play" {...goingTo(steps.tutorial)}>
            Tutorial
          </LinkButton>
          <LinkButton icon="dataset" {...goingTo(steps.samples)}>
            Sample dataset
          </LinkButton>
          <LinkButton icon="download" {...goingTo(steps.proxy)}>
            Get the proxy
          </LinkButton>
        </>
      }
    >
      Upload a .csv, .json, .tsv or .ndjson file whose columns are this schema’s fields. It is sealed on your
      own machine before it is stored.
    </EmptyState>
  );
}

/** In place of records that filters in the address ask for, where no proxy is there to search. */
export function FiltersUnanswered({ onClear }: { onClear: () => void }) {
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
      Texts are compared exactly, capitals included.
    </EmptyState>
  );
}
