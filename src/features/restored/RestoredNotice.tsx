/** Shows that records come from a restored backup, who accepted them, and what is missing. */
import type { EpochStatement, RestoredState } from '@cloakroom/contract/epochs.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { useDismissed } from './queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Stack } from '#src/ui/layout.ts';
import { MissingUploads } from './MissingUploads.tsx';
import { differenceText } from './messages.ts';

type RestoredNoticeProps = { schema: string; epoch: EpochStatement; state: RestoredState };

export function RestoredNotice({ schema, epoch, state }: RestoredNoticeProps) {
  const { dismissed, dismiss } = useDismissed(schema, epoch.number);
  if (dismissed !== false) return null;
  const { missing, as_of, uploads } = state;
  const difference = differenceText(missing);
  return (
    <Banner
      tone="info"
      title={`Restored from a backup${as_of ? ` of ${formatDateTime(as_of)}` : ''} by ${epoch.signer.name}`}
      actions={
        <Button size="s" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      <Stack $gap="s">
        <p>
          {difference === '' ? 'No record is known to be missing since.' : `${difference} since.`} Accepted{' '}
          {formatDateTime(epoch.time)}
          {epoch.reason && `: ${epoch.reason}`}.
        </p>
        <MissingUploads uploads={uploads} missing={missing} />
      </Stack>
    </Banner>
  );
}
