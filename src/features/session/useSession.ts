/** Who is signed in and where they work, for every page behind the sign-in. */
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { waitFor } from 'xstate';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { authRouteId } from './authRoute.ts';

export type Present = { user: User; organization: Organization; organizations: Organization[] };

/** @throws {Failure} 'No auth' outside of that route. */
export function useSession(): Present {
  const present = useRouteLoaderData<Present>(authRouteId);
  if (!present) throw new Failure('forbidden', 'No auth', { status: 403 });
  return present;
}

/** Call after something about the account was changed, so that every page sees it. */
export function useAccountChanged(): () => Promise<void> {
  const { session } = useActors();
  const { revalidate } = useRevalidator();
  return async () => {
    session.send({ type: 'account.changed' });
    await waitFor(session, (now) => now.hasTag('settled'));
    await revalidate();
  };
}
