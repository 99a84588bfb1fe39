/** Keeps a page that belongs to one person from speaking in the name of another one; the same for both servers. */
import type { FastifyRequest } from 'fastify';
import { expectedUserHeader, signedInAsHeader } from '@cloakroom/contract/expectedUser.ts';
import { HttpProblem } from './problem.ts';

const header = expectedUserHeader.toLowerCase();

/**
 * Let a call through if it is for the person who is signed in, or says nothing about that.
 * @throws {HttpProblem} 409 with the e-mail address of who is signed in.
 */
export function requireExpectedUser(
  { headers }: Pick<FastifyRequest, 'headers'>,
  present: { id: string; email: string },
): void {
  const expected = headers[header];
  if (expected === undefined || expected === present.id) return;
  throw new HttpProblem(409, 'Somebody else has signed in in this browser since. Reload the page to go on.', {
    headers: { [signedInAsHeader]: encodeURIComponent(present.email) },
  });
}
