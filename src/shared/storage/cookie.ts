/** Reads cookies. */

/** A worker has no document and can't read cookies. */
const page = globalThis as { document?: { cookie: string } };

/** The raw value of a cookie; undefined if there is none. */
export const cookieOf = (name: string): string | undefined =>
  page.document?.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
