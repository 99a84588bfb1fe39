/** Computes a person's rights from their teams, and describes how a change of teams affects them. */
import type { TeamMember, Teams } from '#src/machines/teamEdit/teams.ts';

/** Every member of a team may search. */
export type Rights = { search: boolean; upload: boolean; share: boolean; fields: 'all' | readonly string[] };

const none: Rights = { search: false, upload: false, share: false, fields: [] };

export function rightsOf(teams: Teams, { id }: Pick<TeamMember, 'id'>): Rights {
  const own = teams
    .filter(({ members }) => members.some((member) => member.id === id))
    .flatMap((team) => [team, ...(team.additional ? [team.additional] : [])]);
  if (own.length === 0) return none;
  return {
    search: true,
    upload: own.some(({ canUpload: upload }) => upload),
    share: own.some(({ canShareKeys: share }) => share),
    fields: own.some(({ fields }) => fields === null)
      ? 'all'
      : [...new Set(own.flatMap(({ fields }) => fields ?? []))].sort(),
  };
}

const lists = new Intl.ListFormat('en');
export const listText = (words: readonly string[]): string => lists.format(words);

/** The fields that one person may decrypt and the other may not. @param all - every field of the schema. */
function fieldsBeyond(
  { fields: mine }: Pick<Rights, 'fields'>,
  { fields: theirs }: Pick<Rights, 'fields'>,
  all: readonly string[],
): string[] {
  const [included, excluded] = [mine, theirs].map((fields) => (fields === 'all' ? all : fields));
  return (included ?? []).filter((field) => !excluded?.includes(field));
}

/** The fields whose keys a person receives. Storing records requires every key. */
const keysOf = ({ upload, fields }: Rights): Pick<Rights, 'fields'> => ({ fields: upload ? 'all' : fields });

/** Deleting records, which reseals the remaining ones, requires the rights to store records and to decrypt every field. */
const deletes = ({ upload, fields }: Rights, all: readonly string[]): boolean =>
  upload && fieldsBeyond({ fields }, none, all).length === all.length;

/** What a person may newly do with records; null for nothing. */
function storingText(mine: Rights, theirs: Rights, all: readonly string[]): string | null {
  const [uploads, removes] = [mine.upload && !theirs.upload, deletes(mine, all) && !deletes(theirs, all)];
  if (uploads) return removes ? 'upload and delete records' : 'upload records';
  return removes ? 'delete records' : null;
}

const fieldsText = (fields: readonly string[], all: readonly string[]): string => {
  if (fields.length === all.length) return 'decrypt every field';
  return `decrypt the field${fields.length === 1 ? '' : 's'} ${listText(fields)}`;
};

/** The rights in `mine` that are not in `theirs`, as phrases for a list. */
function addedRights(mine: Rights, theirs: Rights, all: readonly string[]): string[] {
  const fields = fieldsBeyond(mine, theirs, all);
  return [
    mine.search && !theirs.search && 'search, count and sum the records',
    fields.length > 0 && fieldsText(fields, all),
    storingText(mine, theirs, all),
    mine.share && !theirs.share && 'share keys and change the teams',
  ].filter((words) => typeof words === 'string');
}

/** What changes for one person; either list may be empty. */
export type Effect = { person: TeamMember; gains: string[]; loses: string[] };

/** People whose rights differ between two versions of the teams, by e-mail address. @param all - the schema's fields. */
export function effectsOf(before: Teams, after: Teams, all: readonly string[]): Effect[] {
  const people = new Map(
    [...before, ...after].flatMap(({ members }) => members).map((person) => [person.email, person]),
  );
  return [...people.values()]
    .sort((one, other) => (one.email < other.email ? -1 : 1))
    .map((person) => {
      const [then, now] = [rightsOf(before, person), rightsOf(after, person)];
      return { person, gains: addedRights(now, then, all), loses: addedRights(then, now, all) };
    })
    .filter(({ gains, loses }) => gains.length + loses.length > 0);
}

/** Whether a person loses the right to a key: the query key, or that of a field. */
export const losesKeys = (before: Teams, after: Teams, all: readonly string[]): boolean =>
  before
    .flatMap(({ members }) => members)
    .some((person) => {
      const [then, now] = [rightsOf(before, person), rightsOf(after, person)];
      return (then.search && !now.search) || fieldsBeyond(keysOf(then), keysOf(now), all).length > 0;
    });

/** Whether a person newly receives keys of fields that they may not open, to store records. */
export const gainsUnusedKeys = (before: Teams, after: Teams, all: readonly string[]): boolean =>
  after
    .flatMap(({ members }) => members)
    .some((person) => {
      const [then, now] = [rightsOf(before, person), rightsOf(after, person)];
      return now.upload && !then.upload && fieldsBeyond(keysOf(now), now, all).length > 0;
    });

/** Groups people with equal rights: "ada@…, grace@…: every field". Groups with more rights come first. */
export function readersOf(teams: Teams, all: readonly string[]): { rights: string; people: string[] }[] {
  const groups = new Map<string, string[]>();
  const people = new Map(teams.flatMap(({ members }) => members).map((person) => [person.id, person.email]));
  const rightsText = (id: string) => {
    const rights = rightsOf(teams, { id });
    const fields = fieldsBeyond(rights, none, all);
    if (fields.length === all.length) return 'every field';
    const decrypts =
      fields.length > 0 ? `only ${listText(fields)}, and search` : 'nothing, but search, count and sum';
    return rights.upload ? `${decrypts}; they store records, and hold every key for that` : decrypts;
  };
  for (const [id, email] of people)
    groups.set(rightsText(id), [...(groups.get(rightsText(id)) ?? []), email]);
  const rank = (rights: string) => ['every', 'only', 'nothing'].findIndex((word) => rights.startsWith(word));
  return [...groups]
    .map(([rights, emails]) => ({ rights, people: emails.sort() }))
    .sort((one, other) => rank(one.rights) - rank(other.rights));
}
