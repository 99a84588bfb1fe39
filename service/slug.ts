/** Slugs: names as parts of addresses. */
const longest = 100;

/** The slug of a name: small ASCII letters, digits and single dashes; `untitled` when nothing is left of it. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, longest);
  return slug.replace(/^-+|-+$/g, '') || 'untitled';
}

/** `base`, or the first of `base-2`, `base-3`, … that is not taken. */
export async function freeSlug(base: string, taken: (slug: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!(await taken(slug))) return slug;
  }
}
