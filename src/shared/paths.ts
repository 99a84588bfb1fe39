/** Paths of the console, and safe redirects. */

/** The page of a schema, by the ids. Records and permissions are below it. */
export const schemaPath = (dataset: string, schema: string): string =>
  `/datasets/${dataset}/schemas/${schema}`;

/** The guided tour for a new organization. */
export const tourId = '528227';
export const tourQuery = 'product_tour_id';
export const tourPath = `/datasets?${tourQuery}=${tourId}`;

/** Never a target after signing in. The router ignores case. */
const signInPaths = /^\/(login|logout|register|accounts)(\/|$)/i;

/** Never in a path of the console: other parsers may read another host or path. */
// eslint-disable-next-line no-control-regex -- matches control characters
const unsafeCharacters = /\/\/|[\\\u0000-\u001f\u007f]/;

/** Decodes a path as the router does; null if it is malformed. */
function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/**
 * Returns the path and query of a same-origin address, normalized by the browser; else null.
 *
 * Dots are resolved first: `/x/..//evil.example` then begins with two slashes, which means another host. Encoded slashes, backslashes and
 * control characters are refused for the same reason.
 */
export function safePath(address: string, origin: string): string | null {
  if (!address.startsWith('/') || unsafeCharacters.test(address.replace(/[?#].*$/s, ''))) return null;
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  const path = decoded(url.pathname);
  const sameOrigin = url.origin === origin && url.username === '' && url.password === '';
  if (!sameOrigin || path === null || unsafeCharacters.test(url.pathname) || unsafeCharacters.test(path))
    return null;
  return /%(2f|5c)/i.test(url.pathname) ? null : `${url.pathname}${url.search}`;
}

/** The path to go to after signing in: the given one if it is safe, else the datasets. */
export function safeReturn(address: string | null, origin: string): string {
  const path = address === null ? null : safePath(address, origin);
  const name = path === null ? null : decoded(path.replace(/[?].*$/s, ''));
  return path === null || name === null || signInPaths.test(name) ? '/datasets' : path;
}

/** The parameters of a records page that contain search terms. */
const searchTerms = ['column', 'operator', 'value', 'value2'];

type PathAndQuery = { pathname: string; search: string };

/** Removes search terms from the address of a records page. */
export function withoutSearchTerms({ pathname, search }: PathAndQuery): string {
  if (!isRecordsPath(pathname)) return `${pathname}${search}`;
  const query = new URLSearchParams(search);
  if (!searchTerms.some((name) => query.has(name))) return `${pathname}${search}`;
  for (const name of searchTerms) query.delete(name);
  return query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
}

/** The sign-in page with the way back to a page, without its search terms. */
export function loginPath(from: PathAndQuery): string {
  const back = withoutSearchTerms(from);
  return back === '/' || back === '/datasets' ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}

/** Whether the page shows records: no third-party script runs there. */
export const isRecordsPath = (pathname: string): boolean =>
  /^\/datasets\/[^/]+\/schemas\/[^/]+\/records(\/|$)/.test(pathname);
