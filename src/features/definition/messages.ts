/** Messages about changes of a definition. */
import type { ChangeKind, KeywordChange } from '@cloakroom/contract/definitionChange.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import type { Tone } from '#src/ui/Banner.tsx';

type ChangeBadge = { tone: Tone | 'plain'; label: string };

export const changeBadges: Record<ChangeKind, ChangeBadge> = {
  same: { tone: 'plain', label: 'Unchanged' },
  free: { tone: 'success', label: 'Possible' },
  compatible: { tone: 'success', label: 'Possible' },
  reindex: { tone: 'info', label: 'New index' },
  rekey: { tone: 'info', label: 'New keys' },
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

/** The changed keyword, and why the change is not possible, if it is not. */
export function changeText({ keyword, reason }: KeywordChange, hasRecords: boolean): string {
  if (keyword === undefined && reason === undefined && hasRecords)
    return 'Field: stored records have no value for it until they are edited.';
  const what = keyword === undefined ? 'Field' : (keywordNames[keyword] ?? keyword);
  return reason !== undefined && hasRecords ? `${what}: ${reason}` : what;
}

/** What saving does. */
export const summaries: Record<ChangeKind, string> = {
  same: '',
  free: 'Saving takes a moment. No record is touched.',
  compatible: 'Saving signs the new limits. No record is touched.',
  reindex: 'Saving signs the new limits and rebuilds the index. No file has to be uploaded again.',
  rekey: 'Saving signs the new fields and renews the keys of the schema. No file has to be uploaded again.',
  refused: 'Some changes are not possible while the schema has records.',
};

/** For a change that adds fields and also rebuilds the index. */
export const newIndexText = 'Before that, it rebuilds the index for the other changes.';

/** Who has to receive the new keys. @param people - members of the schema's teams besides the viewer; undefined until it is known. */
export function newKeysText(people: number | undefined): string {
  if (people === 0) return 'You are the only person with its keys.';
  const who = people === undefined ? 'All team members' : formatQuantity(people, 'person', 'people');
  const receive = people === 1 ? 'receives' : 'receive';
  return `${who} ${receive} the new keys: those whom your proxy knows at once, the others when you fulfill their requests. They can search again after they have received them under Materials. Requesters can decrypt a new field after you have ticked it for them under Permissions.`;
}
