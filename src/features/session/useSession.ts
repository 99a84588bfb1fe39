/** The signed-in user and the current organization, for every page of the auth route. */
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { waitFor } from 'xstate';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { authRouteId } from './authRoute.ts';

export type SessionData = { user: User; organization: Organization; organizations: Organization[] };

/** @throws {Failure} 'No auth' outside of the auth route. */
export function useSession(): SessionData {
  const data = useRouteLoaderData<SessionData>(authRouteId);
  if (!data) throw new Failure('forbidden', 'No auth', { status: 403 });
  return data;
}

/** Returns a function that reloads the session data after a change of the account. */
export function useAccountChanged(): () => Promise<void> {
  const { session } = useActors();
  const { revalidate } = useRevalidator();
  return async () => {
    session.send({ type: 'account.changed' });
    await waitFor(session, (state) => state.hasTag('settled'));
    await revalidate();
  };
}
