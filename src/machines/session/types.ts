/** Context, events and actors of a session. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { Failure } from '#src/shared/failure.ts';

export type SessionContext = {
  user: User | null;
  /** The organizations of the user. */
  organizations: Organization[];
  /** The selected organization. */
  organization: Organization | null;
  failure: Failure | null;
  /** The e-mail address, if known, of another user who has signed in in this browser. */
  replacedBy: string | null;
  /** An organization selected in this or another tab, while switching would lose data of this page. */
  pendingOrganization: Organization | null;
};

export type SessionEvent =
  /** A page needs the user. */
  | { type: 'session.wanted' }
  | { type: 'login.succeeded' }
  | { type: 'organization.created'; organization: Organization }
  | { type: 'organization.chosen'; organization: string }
  /** The user or the organization has changed: read them again. */
  | { type: 'account.changed' }
  /** A call was answered with 401, or the session has expired. */
  | { type: 'access.lost' }
  /** A call was refused because another user is signed in. */
  | { type: 'person.replaced'; email: string | null }
  | { type: 'logout.asked' }
  /** The answer to whether this tab switches to the pending organization. */
  | { type: 'move.followed' }
  | { type: 'move.declined' }
  /** Another tab has signed out. */
  | { type: 'elsewhere.left' }
  /** A user is signing in in another tab. */
  | { type: 'elsewhere.entered' }
  /** The same or another user is signed in in another tab. */
  | ({ type: 'elsewhere.arrived' } & SignedInUser)
  /** Another tab has switched to another organization. */
  | ({ type: 'elsewhere.moved' } & OrganizationMove);

/** The user in messages between tabs. */
export type SignedInUser = { id: string; email: string };
/** Both are ids. */
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

/** Reads the user from the service, or from the local database while the service is unreachable. */
export const identify = fromPromise<IdentifiedUser>(unwired);
/** Ends the session at the service. The page signs out even if this fails. */
export const endSession = fromPromise<undefined>(unwired);
/** Deletes the data of the session on this machine. */
export const forget = fromPromise<undefined>(unwired);
/** Exchanges messages about sign-ins and sign-outs with other tabs. */
export const otherTabs = fromCallback<SessionMessage>(unwired);

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

/** The context of an identified user. */
export function sessionOf({ user, storedOrganization }: IdentifiedUser): SessionContext {
  const organizations = organizationsOf(user);
  return {
    ...noSession,
    user,
    organizations,
    organization: findOrganization(organizations, storedOrganization),
  };
}
