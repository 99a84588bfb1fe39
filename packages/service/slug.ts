/** Slugs: names as parts of URLs. */
import { randomBytes } from 'node:crypto';
import { conflict, HttpProblem } from '@cloakroom/server-kit/problem.ts';

const maxSlugLength = 100;

/** The slug of a name: lower-case ASCII letters, digits and single hyphens; `untitled` if nothing else remains. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, maxSlugLength);
  return slug.replace(/^-+|-+$/g, '') || 'untitled';
}

/** The refusal of a slug that another object of the same parent has. @param what - with its article: "A dataset". */
const takenSlug = (what: string, slug: string): HttpProblem =>
  conflict(
    `${what} with the slug "${slug}" already exists. Choose another slug, or send none: then one is derived from the name.`,
  );

/**
 * `base`, or the first of `base-2` to `base-9` that is not taken, or `base` with a random ending: counting further would
 * take one query per namesake.
 */
export async function freeSlug(base: string, taken: (slug: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const ending = number <= 9 ? String(number) : randomBytes(4).toString('hex');
    const slug = number === 1 ? base : `${base}-${ending}`;
    if (!(await taken(slug))) return slug;
  }
}

/** The wanted slug, or a free one for a name. @throws {HttpProblem} 409 if the wanted one is taken. */
export async function chosenSlug(
  what: string,
  { name, slug }: { name: string; slug?: string | undefined },
  taken: (slug: string) => Promise<boolean>,
): Promise<string> {
  if (slug === undefined) return freeSlug(slugOf(name), taken);
  if (await taken(slug)) throw takenSlug(what, slug);
  return slug;
}
