/** Messages and alerts about changes to teams. */
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Failure } from '#src/shared/failure.ts';
import type { RaiseAlert } from '#src/machines/alerts/effects.ts';
import type { Change, TeamEditEmitted } from '#src/machines/teamEdit/types.ts';
import type { Difference } from '#src/machines/teamEdit/teams.ts';
import { listText } from './rights.ts';

/** "may decrypt city; may no longer decrypt state" */
export function fieldChangeText({ granted, revoked }: Extract<Difference, { kind: 'fields' }>): string {
  const parts = [
    granted.length > 0 && `may decrypt ${listText(granted)}`,
    revoked.length > 0 && `may no longer decrypt ${listText(revoked)}`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** "may store records" */
export const uploadChangeText = ({ upload }: Extract<Difference, { kind: 'upload' }>): string =>
  upload ? 'may store records' : 'may no longer store records';

/** One difference as a sentence without its full stop. */
export function differenceText(difference: Difference): string {
  const { name } = difference.team;
  if (difference.kind === 'fields') return `${name} ${fieldChangeText(difference)}`;
  if (difference.kind === 'upload') return `${name} ${uploadChangeText(difference)}`;
  return `${difference.person.email} was ${difference.kind === 'added' ? 'added to' : 'removed from'} ${name}`;
}

/** Why a change failed, with the person and the team. */
export function failureText(change: Change): string {
  const { name } = change.team;
  const reason = change.reason ?? 'no reason was given';
  if (change.kind === 'fields') return `Failed to change the fields of team ${name}: ${reason}`;
  if (change.kind === 'upload') return `Failed to change whether team ${name} may store records: ${reason}`;
  const { email } = change.person;
  return change.kind === 'added'
    ? `Failed to add member ${email} to team ${name}: ${reason}`
    : `Failed to remove member ${email} from team ${name}: ${reason}`;
}

/** Counts added and removed members per team. */
function tally(changes: readonly Change[]): string {
  const teams = [...new Set(changes.map(({ team }) => team.name))];
  return teams
    .map((name) => {
      const own = changes.filter(({ team }) => team.name === name);
      const count = (kind: Change['kind']) => own.filter((change) => change.kind === kind).length;
      const fields = count('fields') > 0 ? ', fields changed' : '';
      const upload = count('upload') > 0 ? ', storing changed' : '';
      return `${name}: ${count('added')} added, ${count('removed')} removed${fields}${upload}`;
    })
    .join('; ');
}

const durationSeconds = 5;
const source = 'Team Permissions';
const renewedText = 'Everything stored from now on is sealed with new keys.';

/** Raises the alerts about the outcome of a save. */
export function reportSave(
  raiseAlert: RaiseAlert,
  { changes, renewal }: Extract<TeamEditEmitted, { type: 'save.ended' }>,
): void {
  const inState = (state: Change['state']) => changes.filter((change) => change.state === state);
  const [saved, failed, queued] = [inState('success'), inState('error'), inState('queued')];
  const renewed = renewal === 'done' ? ` ${renewedText}` : '';
  if (saved.length > 0)
    raiseAlert({
      type: 'success',
      source: 'Team Permissions Saved',
      content: `${tally(saved)}.${renewed}`,
      ...(failed.length <= 1 && { duration: durationSeconds }),
    });
  if (failed.length > 0)
    raiseAlert({
      type: 'error',
      source: 'Team Permissions Save Failed',
      content: failed.map(failureText).join(' '),
    });
  if (saved.length > 0 && failed.length > 0)
    raiseAlert({
      type: 'warning',
      source,
      content: `Some changes were saved and some were not: ${saved.length} saved, ${failed.length} failed.`,
    });
  if (queued.length > 0)
    raiseAlert({
      type: 'info',
      source,
      content: `Not saved yet: ${formatQuantity(queued.length, 'change')} kept on this device, to be sent as soon as the service can be reached.`,
    });
  if (renewal instanceof Failure)
    raiseAlert({
      type: 'error',
      source,
      content: `The keys were not renewed: people who were removed could still decrypt later records, if they obtained them. ${renewal.message}`,
    });
}

export const warnNotInTeam = (raiseAlert: RaiseAlert): void =>
  raiseAlert({
    type: 'warning',
    source,
    content: 'Cannot Remove User: Member not in team',
    duration: durationSeconds,
  });

export const reportRenewal = (raiseAlert: RaiseAlert): void =>
  raiseAlert({ type: 'success', source, content: renewedText, duration: durationSeconds });
