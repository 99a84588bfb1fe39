/** Lists the uploads that are missing from a restored backup, newest first. */
import type { RestoredState } from '@cloakroom/contract/epochs.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { Stack } from '#src/ui/layout.ts';

const maxShown = 8;

type MissingUploadsProps = Pick<RestoredState, 'uploads' | 'missing'>;

export function MissingUploads({ uploads, missing }: MissingUploadsProps) {
  if (uploads.length === 0) return null;
  const more = missing.uploads - Math.min(maxShown, uploads.length);
  return (
    <Stack $gap="xs">
      <ul>
        {uploads.slice(0, maxShown).map(({ records, seen, uploaded }, i) => (
          <li key={i}>
            {uploaded
              ? `Your file of ${formatQuantity(records, 'record')}, uploaded ${formatDateTime(uploaded)}: upload it again.`
              : `${formatQuantity(records, 'record')}, first seen ${formatDateTime(seen)}.`}
          </li>
        ))}
        {more > 0 && <li>And {formatQuantity(more, 'more upload')}.</li>}
      </ul>
    </Stack>
  );
}
