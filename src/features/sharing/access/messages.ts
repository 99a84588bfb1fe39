/** Texts about signed and unconfirmed access. */
import type { SchemaAccess, Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';

const lists = new Intl.ListFormat('en');

/** What the keys allow. @param names - null for every key. */
function keyCapabilities(names: readonly string[] | null): string[] {
  if (names === null) return ['search', 'open every field'];
  const fields = names.filter((name) => name !== queryKeyName);
  const search = names.includes(queryKeyName) ? ['search'] : [];
  const open = fields.length > 0 ? [`open ${lists.format(fields)}`] : [];
  return [...search, ...open];
}

/** The person or the teams that an unconfirmed item is about. */
export const subjectText = (item: Unconfirmed): string =>
  item.type === 'member' ? item.email : `Everyone in ${lists.format(item.team_names)}`;

/** What an unconfirmed item would allow; fits after "could". */
export function capabilitiesText(item: Unconfirmed): string {
  const keys = keyCapabilities(item.type === 'member' ? item.fields : item.added);
  const capabilities = lists.format([...keys, ...(item.can_share_keys ? ['hand on keys'] : [])]);
  const teamText = item.type === 'member' ? `, as a member of ${item.team_name}` : '';
  return `${capabilities || 'do nothing yet'}${teamText}`;
}

/** The body that confirms an item. */
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

/** The e-mail addresses of everyone who may have keys, as a list. */
export const peopleText = ({ people }: SchemaAccess): string =>
  people.length === 0 ? 'no one' : lists.format(people.map(({ email }) => email));
