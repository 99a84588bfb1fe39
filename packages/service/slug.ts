/** Slugs: names as parts of URLs. */
import { randomBytes } from 'node:crypto';

const maxSlugLength = 100;

/** The slug of a name: lower-case ASCII letters, digits and single dashes; `untitled` if nothing else remains. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, maxSlugLength);
  return slug.replace(/^-+|-+$/g, '') || 'untitled';
}

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
