/** Messages about changes of a definition. */
import type { ChangeKind, KeywordChange } from '@cloakroom/contract/definitionChange.ts';
import type { Tone } from '#src/ui/Banner.tsx';

type ChangeBadge = { tone: Tone | 'plain'; label: string };

export const changeBadges: Record<ChangeKind, ChangeBadge> = {
  same: { tone: 'plain', label: 'Unchanged' },
  free: { tone: 'success', label: 'Possible' },
  compatible: { tone: 'success', label: 'Possible' },
  reindex: { tone: 'info', label: 'New index' },
  refused: { tone: 'error', label: 'Not possible' },
};

const keywordNames: Record<string, string> = {
  minimum: 'Lowest value',
  maximum: 'Highest value',
  precision: 'Decimals',
  enum: 'Choices',
  required: 'Required',
  type: 'Type',
  title: 'Title',
  description: 'Description',
};

/** What changes, and if it is not possible, why. */
export function changeText({ keyword, reason }: KeywordChange, hasRecords: boolean): string {
  const what = keyword === undefined ? 'Field' : (keywordNames[keyword] ?? keyword);
  return reason !== undefined && hasRecords ? `${what}: ${reason}` : what;
}

/** What saving does. */
export const summaries: Record<ChangeKind, string> = {
  same: '',
  free: 'Saving takes a moment. No record is touched.',
  compatible: 'Saving signs the new limits. No record is touched.',
  reindex: 'Saving signs the new limits and makes the index anew. No file is uploaded again.',
  refused: 'Some changes are not possible while there are records.',
};
