/** Ids as they arrive in paths: anything may stand there. */
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';

/** The id itself. @throws {HttpProblem} 404 when the text can be no id, as for one that nobody has. */
export function requireId(text: string, what: string): string {
  if (!shortIdPattern.test(text)) throw notFound(what);
  return text;
}

/** The slug itself. @throws {HttpProblem} 404 when the text can be no slug. */
export function requireSlug(text: string, what: string): string {
  if (!/^[a-z0-9-]{1,127}$/.test(text)) throw notFound(what);
  return text;
}
