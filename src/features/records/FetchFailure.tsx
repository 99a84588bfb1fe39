/** Says why records couldn't be fetched, and asks again. */
import { Failure, isPassing } from '#src/shared/failure.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

type Props = {
  error: Error | null;
  data: unknown;
  /** They are being asked for again. */
  asking: boolean;
  onRetry: () => void;
};

/** What nobody could be asked about is as old as it is; that is said elsewhere, and is no error. */
export function FetchFailure({ error, data, asking, onRetry }: Props) {
  const failure = error && Failure.from(error);
  if (!failure || (data !== undefined && isPassing(failure))) return null;
  return (
    <Banner
      tone="error"
      title="Error fetching records"
      actions={
        <Button size="s" icon="refresh" pending={asking} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failure.message}
    </Banner>
  );
}
