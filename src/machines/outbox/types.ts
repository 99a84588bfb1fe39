/** Changes that can be sent later, and their descriptions. */
import { fullName } from '#src/shared/people.ts';

/** The payload of each kind of change. Contains no values of records. */
export type ChangePayloads = {
  'own-name': { first_name: string; last_name: string };
  organization: { id: string; name: string; slug: string };
  role: { organization: string; person: string; email: string; is_admin: boolean };
  /** Adds a person to a schema's team or removes them. */
  'team-member': {
    organization: string;
    team: string;
    team_name: string;
    person: string;
    email: string;
    added: boolean;
  };
};
export type ChangeKind = keyof ChangePayloads;

/** Stored in the local database: renaming a property requires a new database version that renames it in stored changes. */
type ChangeOf<K extends ChangeKind> = {
  /** Also the idempotency key of its call. */
  id: string;
  kind: K;
  payload: ChangePayloads[K];
  /** Identifies what is changed: a later change replaces an earlier one. */
  target: string;
  /** The text on the screen: "Your name: Ada King". */
  description: string;
  /** Milliseconds since 1970. */
  since: number;
  state: 'queued' | 'sending' | 'failed';
  /** The message of the service, if it failed. */
  reason: string | null;
};
export type Change = { [K in ChangeKind]: ChangeOf<K> }[ChangeKind];

const describe: {
  [K in ChangeKind]: (payload: ChangePayloads[K]) => { target: string; description: string };
} = {
  'own-name': (names) => ({ target: 'own-name', description: `Your name: ${fullName(names)}` }),
  organization: ({ id, name, slug }) => ({
    target: `organization ${id}`,
    description: `The organization’s name: ${name}, with the slug ${slug}`,
  }),
  role: ({ person, email, is_admin }) => ({
    target: `role ${person}`,
    description: `${email} becomes ${is_admin ? 'an admin' : 'a plain member'}`,
  }),
  'team-member': ({ team, team_name, person, email, added }) => ({
    target: `team ${team} ${person}`,
    description: `${email} is ${added ? 'added to' : 'removed from'} ${team_name}`,
  }),
};

export const newChange = <K extends ChangeKind>(kind: K, payload: ChangePayloads[K], since: number): Change =>
  ({
    id: crypto.randomUUID(),
    kind,
    payload,
    ...describe[kind](payload),
    since,
    state: 'queued',
    reason: null,
  }) as Change;
