/** All actors of the service, with the properties that decide their rights. */

/** The position of a person: signed in or not, in the organization or not, their role there, and their team. */
export type Actor = {
  place: 'member' | 'outsider' | 'unknown';
  admin?: true;
  /** `fields`: data requesters whose grant names a field. */
  team?: 'owners' | 'requesters' | 'fields' | 'contributors';
  /** Created the schema, which gives an additional right. */
  creator?: true;
};

export const actors = {
  owner: { place: 'member', admin: true, creator: true },
  admin: { place: 'member', admin: true },
  'admin who is a data owner': { place: 'member', admin: true, team: 'owners' },
  'admin who is a data requester': { place: 'member', admin: true, team: 'requesters' },
  'data owner': { place: 'member', team: 'owners' },
  'data requester': { place: 'member', team: 'requesters' },
  'data requester with a field': { place: 'member', team: 'fields' },
  'data contributor': { place: 'member', team: 'contributors' },
  member: { place: 'member' },
  'member taken off the teams': { place: 'member' },
  'owner of another organization': { place: 'outsider' },
  'former member, still on a team': { place: 'outsider' },
  'superuser of another organization': { place: 'outsider' },
  'invited person with an account': { place: 'outsider' },
  'invited person': { place: 'unknown' },
  anonymous: { place: 'unknown' },
} as const satisfies Record<string, Actor>;

export type ActorName = keyof typeof actors;
export const everybody = Object.keys(actors) as ActorName[];

type Who = (actor: Actor) => boolean;
/** The columns of the table of rights. */
export const signedIn: Who = ({ place }) => place !== 'unknown';
export const members: Who = ({ place }) => place === 'member';
export const administrators: Who = (actor) => members(actor) && actor.admin === true;
export const searchers: Who = (actor) => members(actor) && actor.team !== undefined;
export const dataOwners: Who = (actor) => members(actor) && actor.team === 'owners';
export const storers: Who = (actor) => dataOwners(actor) || (members(actor) && actor.team === 'contributors');
export const teamManagers: Who = (actor) => administrators(actor) || dataOwners(actor);
/** The schema's creator. */
export const creator: Who = (actor) => actor.creator === true;
