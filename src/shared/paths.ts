/** The console's own addresses that more than one screen leads to. */

/** The guided tour that a new organization starts with. */
export const tourId = '528227';
export const tourQuery = 'product_tour_id';
export const tourPath = `/datasets?${tourQuery}=${tourId}`;

/** The screens that sign in or out: no way back leads there. The router compares without regard to case. */
const doors = /^\/(login|logout|register|accounts)(\/|$)/i;

/** What no address of the console has in its path: other readers of such a path may see another host, or another path, in it. */
// eslint-disable-next-line no-control-regex -- control characters are what it is about
const odd = /\/\/|[\\\u0000-\u001f\u007f]/;

/** A path as the router reads it; null when it can't be read. */
function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/**
 * A path of this origin with its query, as the browser reads it; null for what is none.
 *
 * Dots are resolved first: `/x/..//evil.example` begins with two slashes then, which is another host. Encoded slashes, backslashes and
 * control characters are refused for the same reason.
 */
export function safePath(wanted: string, origin: string): string | null {
  if (!wanted.startsWith('/') || odd.test(wanted.replace(/[?#].*$/s, ''))) return null;
  if (!URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  const path = decoded(url.pathname);
  const own = url.origin === origin && url.username === '' && url.password === '';
  if (!own || path === null || odd.test(url.pathname) || odd.test(path)) return null;
  return /%(2f|5c)/i.test(url.pathname) ? null : `${url.pathname}${url.search}`;
}

/** The page to go to after signing in: the one asked for, query included, if it is one of the console's; else the datasets. */
export function safeReturn(wanted: string | null, origin: string): string {
  const path = wanted === null ? null : safePath(wanted, origin);
  const name = path === null ? null : decoded(path.replace(/[?].*$/s, ''));
  return path === null || name === null || doors.test(name) ? '/datasets' : path;
}

/** The parameters of a records page that say what was searched for. */
const searchTerms = ['column', 'operator', 'value', 'value2'];

type Place = { pathname: string; search: string };

/** An address without what was searched for at it. */
export function withoutSearchTerms({ pathname, search }: Place): string {
  if (!isRecordsPath(pathname)) return `${pathname}${search}`;
  const query = new URLSearchParams(search);
  if (!searchTerms.some((name) => query.has(name))) return `${pathname}${search}`;
  for (const name of searchTerms) query.delete(name);
  return query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
}

/** The sign-in page that leads back to where one was, without what was searched for there. */
export function loginPath(from: Place): string {
  const back = withoutSearchTerms(from);
  return back === '/' || back === '/datasets' ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}

/** Whether records are, or may be, in view there: nothing of other people's runs on such a page. */
export const isRecordsPath = (pathname: string): boolean =>
  /^\/datasets\/[^/]+\/schemas\/[^/]+\/records(\/|$)/.test(pathname);
