/** Validates ids and slugs in paths. */
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';

/** Returns the id. @throws {HttpProblem} 404 if it is malformed, as for an unknown one. */
export function requireId(text: string, what: string): string {
  if (!shortIdPattern.test(text)) throw notFound(what);
  return text;
}

/** Returns the slug. @throws {HttpProblem} 404 if it is malformed. */
export function requireSlug(text: string, what: string): string {
  if (!/^[a-z0-9-]{1,127}$/.test(text)) throw notFound(what);
  return text;
}
