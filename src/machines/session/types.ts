/** Context, events and actors of a session. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { Failure } from '#src/shared/failure.ts';

export type SessionContext = {
  user: User | null;
  /** Those that the user belongs to. */
  organizations: Organization[];
  /** The one that is being worked in. */
  organization: Organization | null;
  failure: Failure | null;
  /** The e-mail of somebody else who has signed in since, here or in another tab, where it is known. */
  replacedBy: string | null;
  /** Where the person wants to go on, here or in another tab, while this page has work that would be lost by it. */
  pendingOrganization: Organization | null;
};

export type SessionEvent =
  /** A page wants to know who is here. */
  | { type: 'session.wanted' }
  | { type: 'login.succeeded' }
  | { type: 'organization.created'; organization: Organization }
  | { type: 'organization.chosen'; organization: string }
  /** Something about the user or the organization was changed: look again. */
  | { type: 'account.changed' }
  /** A call was answered with 401, or time is up: the session has ended on the other side. */
  | { type: 'access.lost' }
  /** A call was refused because somebody else is signed in by now. */
  | { type: 'person.replaced'; email: string | null }
  | { type: 'logout.asked' }
  /** Whether this tab goes there all the same. */
  | { type: 'move.followed' }
  | { type: 'move.declined' }
  /** Another tab has signed out. */
  | { type: 'elsewhere.left' }
  /** Somebody is signing in in another tab, just now. */
  | { type: 'elsewhere.entered' }
  /** Somebody is signed in in another tab: the same person, or another one. */
  | ({ type: 'elsewhere.arrived' } & SignedInUser)
  /** Somebody works in another organization now, in another tab; both by id. */
  | ({ type: 'elsewhere.moved' } & OrganizationMove);

/** Who somebody is, as tabs tell each other. */
export type SignedInUser = { id: string; email: string };
export type OrganizationMove = { user: string; organization: string };
export type SessionMessage =
  | { type: 'left' }
  | { type: 'entered' }
  | { type: 'arrived'; person: SignedInUser }
  | { type: 'moved'; move: OrganizationMove };

export type IdentifiedUser = { user: User; storedOrganization: string | null };

const unwired = () => {
  throw new Failure('unexpected', 'The session machine was started without its effects.');
};

/** Who is signed in, from the service, or from the last visit while the service can't be reached. */
export const identify = fromPromise<IdentifiedUser>(unwired);
/** Ends the session on the other side; its failure doesn't keep anybody here. */
export const endSession = fromPromise<undefined>(unwired);
/** Leaves nothing of the session on this machine. */
export const forget = fromPromise<undefined>(unwired);
/** Hears who comes and goes in other tabs, and tells them of this one. */
export const otherTabs = fromCallback<SessionMessage>(unwired);

/** The organizations that came with the user. */
const organizationsOf = (user: User): Organization[] =>
  user.organizations.filter((organization) => typeof organization !== 'string');

/** The stored organization if it is still one of the user's, else the first, else none. */
export function findOrganization(organizations: Organization[], stored: string | null): Organization | null {
  return organizations.find(({ id }) => id === stored) ?? organizations[0] ?? null;
}

export const noSession: SessionContext = {
  user: null,
  organizations: [],
  organization: null,
  failure: null,
  replacedBy: null,
  pendingOrganization: null,
};

/** What is known once somebody has been identified. */
export function sessionOf({ user, storedOrganization }: IdentifiedUser): SessionContext {
  const organizations = organizationsOf(user);
  return {
    ...noSession,
    user,
    organizations,
    organization: findOrganization(organizations, storedOrganization),
  };
}
