/** Refuses calls of a page that was loaded for another user than the one signed in now, for both servers. */
import type { FastifyRequest } from 'fastify';
import { expectedUserHeader, signedInAsHeader } from '@cloakroom/contract/expectedUser.ts';
import { HttpProblem } from './problem.ts';

const header = expectedUserHeader.toLowerCase();

/**
 * Passes if the call expects the signed-in user, or does not name one.
 * @throws {HttpProblem} 409 with the e-mail address of the signed-in user.
 */
export function requireExpectedUser(
  { headers }: Pick<FastifyRequest, 'headers'>,
  signedIn: { id: string; email: string },
): void {
  const expected = headers[header];
  if (expected === undefined || expected === signedIn.id) return;
  throw new HttpProblem(
    409,
    'Someone else has signed in with this browser since. Reload the page to continue.',
    {
      headers: { [signedInAsHeader]: encodeURIComponent(signedIn.email) },
    },
  );
}
