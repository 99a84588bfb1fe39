/** Loaders that require a session, and redirect to a page where the user can start one. */
import { redirect, redirectDocument, type LoaderFunctionArgs } from 'react-router';
import { waitFor } from 'xstate';
import { thirdPartiesPresent } from '#src/features/integrations/thirdPartyScripts.ts';
import type { SessionData } from '#src/features/session/useSession.ts';
import { Failure } from '#src/shared/failure.ts';
import { loginPath, tourPath } from '#src/shared/paths.ts';
import type { Root } from '#src/features/root/index.ts';

/** Waits until the session is settled. */
async function settledSession(root: Root) {
  const { session } = await root.actors();
  if (!session.getSnapshot().hasTag('known')) session.send({ type: 'session.requested' });
  return waitFor(session, (now) => now.hasTag('settled'));
}

const pathOf = ({ url }: Request) => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** @returns user and organization, or a redirect. @throws {Failure} if the service is unreachable. */
export async function requireOrganization(
  { request }: LoaderFunctionArgs,
  root: Root,
): Promise<SessionData | Response> {
  // Third-party scripts of public pages can only be removed by a new document.
  if (thirdPartiesPresent('public')) return redirectDocument(pathOf(request));
  const { value, context } = await settledSession(root);
  if (value === 'signedOut') return redirect(loginPath(new URL(request.url)));
  if (context.failure) throw context.failure;
  const { user, organization, organizations } = context;
  if (value === 'unreachable' || value === 'replaced') throw new Failure('unexpected', 'Bad auth state');
  if (!user) throw new Failure('forbidden', 'No auth', { status: 403 });
  return organization ? { user, organization, organizations } : redirect('/organizations/create');
}

/** For invitations: requires a user, with or without an organization. */
export async function requirePerson({ request }: LoaderFunctionArgs, root: Root): Promise<null | Response> {
  const { value, context } = await settledSession(root);
  if (value === 'signedOut') return redirect(loginPath(new URL(request.url)));
  if (context.failure) throw context.failure;
  return null;
}

/** For creating an organization: requires a user without one. */
export async function requireNoOrganization(
  { request }: LoaderFunctionArgs,
  root: Root,
): Promise<null | Response> {
  const { value, context } = await settledSession(root);
  if (value === 'signedOut') return redirect(loginPath(new URL(request.url)));
  if (context.failure) throw context.failure;
  return context.organization ? redirect(tourPath) : null;
}

/** For records: requires a document in which no third-party script has run. */
export const requireNoThirdParties = ({ request }: LoaderFunctionArgs): null | Response =>
  thirdPartiesPresent() ? redirectDocument(pathOf(request)) : null;
