/** Messages about records that are missing from a restored backup. */
import type { Difference } from '@cloakroom/contract/epochs.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';

/** "67 records of 2 uploads are missing, 5 deleted records are back"; empty if nothing changed. */
export function differenceText({ records, uploads, returned }: Difference): string {
  return [
    records > 0 &&
      `${formatQuantity(records, 'record')} of ${formatQuantity(uploads, 'upload')} ${records === 1 ? 'is' : 'are'} missing`,
    returned > 0 && `${formatQuantity(returned, 'deleted record')} ${returned === 1 ? 'is' : 'are'} back`,
  ]
    .filter(Boolean)
    .join(', ');
}
