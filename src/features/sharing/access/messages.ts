/** What is signed, and what isn't, in words. */
import type { SchemaAccess, Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { queryKeyName } from '#src/features/sharing/tableRows.ts';

const lists = new Intl.ListFormat('en');

/** What keys let a person do. @param names - null for every key. */
function keyCapabilities(names: readonly string[] | null): string[] {
  if (names === null) return ['search', 'open every field'];
  const fields = names.filter((name) => name !== queryKeyName);
  const search = names.includes(queryKeyName) ? ['search'] : [];
  const open = fields.length > 0 ? [`open ${lists.format(fields)}`] : [];
  return [...search, ...open];
}

/** Whom a difference concerns. */
export const subjectText = (item: Unconfirmed): string =>
  item.type === 'member' ? item.email : `Everyone in ${lists.format(item.team_names)}`;

/** What a difference would let them do, if an owner confirmed it; fits after "could". */
export function capabilitiesText(item: Unconfirmed): string {
  const keys = keyCapabilities(item.type === 'member' ? item.fields : item.added);
  const deeds = lists.format([...keys, ...(item.can_share_keys ? ['hand on keys'] : [])]);
  const place = item.type === 'member' ? `, as a member of ${item.team_name}` : '';
  return `${deeds || 'do nothing yet'}${place}`;
}

/** What a difference is confirmed with. */
export const confirmationOf = (item: Unconfirmed) =>
  item.type === 'member'
    ? { type: item.type, team: item.team, user: item.user }
    : {
        type: item.type,
        id: item.id,
        teams: item.teams,
        field_names: item.field_names,
        can_share_keys: item.can_share_keys,
      };

export const subjectName = (item: Unconfirmed): string =>
  item.type === 'member' ? `${item.team} ${item.user}` : item.id;

/** Those who may have keys, in one sentence part. */
export const peopleText = ({ people }: SchemaAccess): string =>
  people.length === 0 ? 'nobody' : lists.format(people.map(({ email }) => email));
