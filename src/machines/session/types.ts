/** Context, events and actors of a session. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';

export type SessionContext = {
  user: User | null;
  /** The organizations of the user. */
  organizations: Organization[];
  /** The selected organization. */
  organization: Organization | null;
  failure: Failure | null;
  /** The e-mail address, if known, of another user who has signed in in this browser. */
  replacedBy: string | null;
  /** An organization that was selected in this or another tab while switching would lose data of this page. */
  pendingOrganization: Organization | null;
};

export type SessionEvent =
  /** A page needs the user. */
  | { type: 'session.requested' }
  | { type: 'login.succeeded' }
  | { type: 'organization.created'; organization: Organization }
  | { type: 'organization.chosen'; organization: string }
  /** The user or the organization has changed: read them again. */
  | { type: 'account.changed' }
  /** A call was answered with 401, or the session has expired. */
  | { type: 'access.lost' }
  /** A call was refused because another user is signed in. */
  | { type: 'user.replaced'; email: string | null }
  | { type: 'logout.requested' }
  /** The user's answer: whether this tab switches to the pending organization. */
  | { type: 'switch.confirmed' }
  | { type: 'switch.declined' }
  /** Another tab has signed out. */
  | { type: 'otherTab.signedOut' }
  /** A user is signing in in another tab. */
  | { type: 'otherTab.loggedIn' }
  /** The same or another user is signed in in another tab. */
  | ({ type: 'otherTab.identified' } & SignedInUser)
  /** Another tab has switched to another organization. */
  | ({ type: 'otherTab.organizationChosen' } & OrganizationSwitch);

/** The user in messages between tabs. */
type SignedInUser = { id: string; email: string };
/** The ids of both. */
export type OrganizationSwitch = { user: string; organization: string };
/** Tabs of earlier builds may be open: types and keys must not change. */
export type SessionMessage =
  | { type: 'left' }
  | { type: 'entered' }
  | { type: 'arrived'; person: SignedInUser }
  | { type: 'moved'; move: OrganizationSwitch };

export type IdentifiedUser = { user: User; storedOrganization: string | null };

/** Reads the user from the service, or from the local database while the service is unreachable. */
export const identify = fromPromise<IdentifiedUser>(unprovided);
/** Ends the session at the service. The page signs out even if this fails. */
export const endSession = fromPromise<undefined>(unprovided);
/** Deletes the data of the session on this machine. */
export const deleteLocalData = fromPromise<undefined>(unprovided);
/** Exchanges messages about sign-ins and sign-outs with other tabs. */
export const otherTabs = fromCallback<SessionMessage>(unprovided);

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
export function contextOf({ user, storedOrganization }: IdentifiedUser): SessionContext {
  const organizations = user.organizations.filter((organization) => typeof organization !== 'string');
  return {
    ...noSession,
    user,
    organizations,
    organization: findOrganization(organizations, storedOrganization),
  };
}
