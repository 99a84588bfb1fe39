/** What somebody's teams add up to, and what a change of teams gives and takes: in words. */
import type { Person, Teams } from '#src/machines/teamEdit/teams.ts';

/** Whoever is on a team may search. */
export type Rights = { search: boolean; upload: boolean; share: boolean; fields: 'all' | readonly string[] };

const none: Rights = { search: false, upload: false, share: false, fields: [] };

export function rightsOf(teams: Teams, { id }: Pick<Person, 'id'>): Rights {
  const own = teams.filter(({ members }) => members.some((member) => member.id === id));
  if (own.length === 0) return none;
  return {
    search: true,
    upload: own.some(({ upload }) => upload),
    share: own.some(({ share }) => share),
    fields: own.some(({ fields }) => fields === null)
      ? 'all'
      : [...new Set(own.flatMap(({ fields }) => fields ?? []))].sort(),
  };
}

const lists = new Intl.ListFormat('en');
export const listed = (words: readonly string[]): string => lists.format(words);

/** The fields that the one may open and the other may not; `all` names every field there is. */
function fieldsBeyond(
  { fields: mine }: Rights,
  { fields: theirs }: Rights,
  all: readonly string[],
): string[] {
  const [has, hasNot] = [mine, theirs].map((fields) => (fields === 'all' ? all : fields));
  return (has ?? []).filter((field) => !hasNot?.includes(field));
}

const fieldsText = (fields: readonly string[], all: readonly string[]): string => {
  if (fields.length === all.length) return 'open every field';
  return `open the field${fields.length === 1 ? '' : 's'} ${listed(fields)}`;
};

/** What the one may do and the other may not. */
function addedRights(mine: Rights, theirs: Rights, all: readonly string[]): string[] {
  const fields = fieldsBeyond(mine, theirs, all);
  return [
    mine.search && !theirs.search && 'search, count and sum the records',
    fields.length > 0 && fieldsText(fields, all),
    mine.upload && !theirs.upload && 'upload and delete records',
    mine.share && !theirs.share && 'hand on keys and change the teams',
  ].filter((words) => words !== false);
}

/** What changes for one person; either may be empty. */
export type Effect = { person: Person; gains: string[]; loses: string[] };

/** Everybody whose rights differ between two versions of the teams, by e-mail. @param all - the schema's fields. */
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

/** Whether somebody loses a key that they may have: to search, or to open a field. */
export const losesKeys = (before: Teams, after: Teams, all: readonly string[]): boolean =>
  before
    .flatMap(({ members }) => members)
    .some((person) => {
      const [then, now] = [rightsOf(before, person), rightsOf(after, person)];
      return (then.search && !now.search) || fieldsBeyond(then, now, all).length > 0;
    });

/** Those who may do the same, together: "ada@…, grace@…: every field". The most powerful come first. */
export function readersOf(teams: Teams, all: readonly string[]): { what: string; people: string[] }[] {
  const groups = new Map<string, string[]>();
  const people = new Map(teams.flatMap(({ members }) => members).map((person) => [person.id, person.email]));
  const words = (id: string) => {
    const fields = fieldsBeyond(rightsOf(teams, { id }), none, all);
    if (fields.length === all.length) return 'every field';
    if (fields.length > 0) return `only ${listed(fields)}, and search`;
    return 'nothing, but search, count and sum';
  };
  for (const [id, email] of people) groups.set(words(id), [...(groups.get(words(id)) ?? []), email]);
  const rank = (what: string) => ['every', 'only', 'nothing'].findIndex((word) => what.startsWith(word));
  return [...groups]
    .map(([what, those]) => ({ what, people: those.sort() }))
    .sort((one, other) => rank(one.what) - rank(other.what));
}
