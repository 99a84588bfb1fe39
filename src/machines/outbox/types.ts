/** Changes that can wait: what they are, and in words. */
import { fullName } from '#src/shared/people.ts';

/** What each kind needs to be sent. None of it comes out of a record. */
export type ChangePayloads = {
  'own-name': { first_name: string; last_name: string };
  organization: { id: string; name: string; slug: string };
  role: { organization: string; person: string; email: string; is_admin: boolean };
  /** A person's place on a schema's team: given, or taken away. */
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

type Of<K extends ChangeKind> = {
  /** Also the key under which it is sent, so that however often that happens it is carried out once. */
  id: string;
  kind: K;
  given: ChangePayloads[K];
  /** Two changes of the same thing: the later one counts. */
  about: string;
  /** For people: "Your name: Ada King". */
  words: string;
  /** Milliseconds since 1970. */
  since: number;
  state: 'queued' | 'sending' | 'failed';
  /** Why it failed, in the service’s words. */
  reason: string | null;
};
export type Change = { [K in ChangeKind]: Of<K> }[ChangeKind];

const describe: { [K in ChangeKind]: (given: ChangePayloads[K]) => { about: string; words: string } } = {
  'own-name': (names) => ({ about: 'own-name', words: `Your name: ${fullName(names)}` }),
  organization: ({ id, name, slug }) => ({
    about: `organization ${id}`,
    words: `The organization’s name: ${name}, with the slug ${slug}`,
  }),
  role: ({ person, email, is_admin }) => ({
    about: `role ${person}`,
    words: `${email} becomes ${is_admin ? 'an admin' : 'a plain member'}`,
  }),
  'team-member': ({ team, team_name, person, email, added }) => ({
    about: `team ${team} ${person}`,
    words: `${email} is ${added ? 'added to' : 'removed from'} ${team_name}`,
  }),
};

export const newChange = <K extends ChangeKind>(kind: K, given: ChangePayloads[K], since: number): Change =>
  ({
    id: crypto.randomUUID(),
    kind,
    given,
    ...describe[kind](given),
    since,
    state: 'queued',
    reason: null,
  }) as Change;
