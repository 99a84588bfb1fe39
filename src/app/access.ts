/** Who may open the pages behind the sign-in; everybody else is led to where they can get in. */
import { redirect, redirectDocument, type LoaderFunctionArgs } from 'react-router';
import { waitFor } from 'xstate';
import { thirdPartiesPresent } from '#src/features/integrations/thirdPartyScripts.ts';
import type { SessionData } from '#src/features/session/useSession.ts';
import { Failure } from '#src/shared/failure.ts';
import { loginPath, tourPath } from '#src/shared/paths.ts';
import type { Root } from '#src/features/root/index.ts';

/** The session once it is clear who is here. */
async function settled(root: Root) {
  const { session } = await root.actors();
  if (!session.getSnapshot().hasTag('known')) session.send({ type: 'session.wanted' });
  return waitFor(session, (now) => now.hasTag('settled'));
}

const addressIn = ({ url }: Request) => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** @returns who is here, or the way to where they can get in. @throws {Failure} when nobody can be asked. */
export async function requireOrganization(
  { request }: LoaderFunctionArgs,
  root: Root,
): Promise<SessionData | Response> {
  // What was loaded into a public page stays there: this side of the sign-in begins with a new one.
  if (thirdPartiesPresent('public')) return redirectDocument(addressIn(request));
  const { value, context } = await settled(root);
  if (value === 'signedOut') return redirect(loginPath(new URL(request.url)));
  if (context.failure) throw context.failure;
  const { user, organization, organizations } = context;
  if (value === 'unreachable' || value === 'replaced') throw new Failure('unexpected', 'Bad auth state');
  if (!user) throw new Failure('forbidden', 'No auth', { status: 403 });
  return organization ? { user, organization, organizations } : redirect('/organizations/create');
}

/** Invitations are answered by whoever is signed in, with or without an organization. */
export async function requirePerson({ request }: LoaderFunctionArgs, root: Root): Promise<null | Response> {
  const { value, context } = await settled(root);
  if (value === 'signedOut') return redirect(loginPath(new URL(request.url)));
  if (context.failure) throw context.failure;
  return null;
}

/** Making an organization is for those who have none. */
export async function requireNoOrganization(
  { request }: LoaderFunctionArgs,
  root: Root,
): Promise<null | Response> {
  const { value, context } = await settled(root);
  if (value === 'signedOut') return redirect(loginPath(new URL(request.url)));
  if (context.failure) throw context.failure;
  return context.organization ? redirect(tourPath) : null;
}

/** Records are shown only on a page that nobody else's script has ever run in. */
export const requireNoThirdParties = ({ request }: LoaderFunctionArgs): null | Response =>
  thirdPartiesPresent() ? redirectDocument(addressIn(request)) : null;
