/** Why the records could not be fetched. */
import { Failure, isTransient } from '#src/shared/failure.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

type FetchFailureProps = {
  error: Error | null;
  data: unknown;
  isFetching: boolean;
  onRetry: () => void;
};

/**
 * Shows why records couldn't be fetched, with a button to retry. Renders nothing for a passing failure while
 * cached data is shown: `DataAge` shows how old that is.
 */
export function FetchFailure({ error, data, isFetching, onRetry }: FetchFailureProps) {
  const failure = error && Failure.from(error);
  if (!failure || (data !== undefined && isTransient(failure))) return null;
  return (
    <Banner
      tone="error"
      title="Error fetching records"
      actions={
        <Button size="s" icon="refresh" pending={isFetching} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failure.message}
    </Banner>
  );
}
