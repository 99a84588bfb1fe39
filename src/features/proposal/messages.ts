/** Messages about a proposal. */
import type { ProposalContext, ProposalStep } from '#src/machines/proposal/types.ts';
import type { DraftField } from '#src/machines/proposal/fields.ts';

/** Why the type of a field differs from what its values suggest, and how to change that. */
export const noteTexts: Record<NonNullable<DraftField['note']>, string> = {
  'leading-zeros':
    'Text, because some values begin with a zero, such as 01234: as numbers they would lose it.',
  'too-exact':
    'Text, because a number field can’t hold these numbers exactly: it has at most 15 digits after the point and 2^53 steps. Round them in the file to store them as numbers.',
  commas:
    'Text, because these numbers are written with commas. Write 1234.5 in the file to store them as numbers.',
  'true-or-false': 'true and false are stored as text.',
  nested: 'Lists and objects are stored as text, exactly as in the file, and can be found only as a whole.',
  'no-values': 'The file has no value for this field.',
};

export const failureTitles: Record<ProposalStep, string> = {
  read: 'The file can’t be used',
  dataset: 'The dataset was not created',
  schema: 'The schema was not created',
  upload: 'The upload did not begin',
};

/** What already exists after a failure. Retrying does not create it again. */
export function doneText({ createdDataset, createdSchema }: ProposalContext): string {
  if (createdSchema) return 'Dataset and schema exist: trying again only starts the upload.';
  return createdDataset === null ? '' : 'The dataset exists: trying again does not create it a second time.';
}
