/** Says why records couldn't be fetched, and asks again. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Failure, isPassing } from '#src/lib/failure.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

/** What nobody could be asked about is as old as it is; that is said elsewhere, and is no error. */
export function FetchFailure({ page }: { page: UseQueryResult }) {
  const failure = page.error && Failure.from(page.error);
  if (!failure || (page.data !== undefined && isPassing(failure))) return null;
  return (
    <Banner
      tone="error"
      title="Error fetching records"
      actions={
        <Button size="s" icon="refresh" pending={page.isFetching} onClick={() => void page.refetch()}>
          Try again
        </Button>
      }
    >
      {failure.message}
    </Banner>
  );
}
