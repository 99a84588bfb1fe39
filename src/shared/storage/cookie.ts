/** Reading this site's own cookies. */

/** A worker has no document, hence no cookies to read. */
const page = globalThis as { document?: { cookie: string } };

/** A cookie's value as it stands there; undefined when there is none. */
export const cookieOf = (name: string): string | undefined =>
  page.document?.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
