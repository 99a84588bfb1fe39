/** Shows how many records are unreadable, or partly so, because the service's copy is damaged. */
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

type DamageNoticeProps = {
  /** Records missing from the page or the search. */
  unreadable: number;
  /** Decrypted records of the page with lost or damaged values. */
  damaged: number;
  isFetching: boolean;
  onRetry: () => void;
};

export function DamageNotice({ unreadable, damaged, isFetching, onRetry }: DamageNoticeProps) {
  if (unreadable === 0 && damaged === 0) return null;
  const retry = (
    <Button icon="refresh" pending={isFetching} onClick={onRetry}>
      Check again
    </Button>
  );
  return (
    <Banner tone="warning" title="Some stored data is damaged" actions={unreadable > 0 && retry}>
      {unreadable > 0 && (
        <p>
          {formatQuantity(unreadable, 'record')} can’t be searched or shown: the service’s copy is damaged.
          All others are here. Where only the index is damaged, a data owner’s proxy rebuilds it by itself in
          a moment.
        </p>
      )}
      {damaged > 0 && (
        <p>
          {formatQuantity(damaged, 'record')} on this page {damaged === 1 ? 'has' : 'have'} values that are
          lost or are not what was uploaded. They are marked “damaged”. Restore the service’s backup, or
          delete these records and upload them again.
        </p>
      )}
    </Banner>
  );
}
