/** The console's own addresses that more than one screen leads to. */

/** The guided tour that a new organization starts with. */
export const tourId = '528227';
export const tourQuery = 'product_tour_id';
export const tourPath = `/datasets?${tourQuery}=${tourId}`;

/**
 * The page to go to after signing in: the one asked for, query included, if it is one of ours; else the datasets.
 * Only a path of this origin counts, and never the screens that sign in or out.
 */
export function safeReturn(wanted: string | null, origin: string): string {
  const home = '/datasets';
  if (!wanted?.startsWith('/')) return home;
  try {
    const url = new URL(wanted, origin);
    const own = url.origin === origin && !/^\/(login|logout|register|accounts)(\/|$)/.test(url.pathname);
    return own ? `${url.pathname}${url.search}` : home;
  } catch {
    return home;
  }
}

/** The sign-in page that leads back to where one was. */
export function loginPath(from: { pathname: string; search: string }): string {
  const back = `${from.pathname}${from.search}`;
  return back === '/' || back === '/datasets' ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}

/** Whether records are, or may be, in view there: nothing of other people's runs on such a page. */
export const isRecordsPath = (pathname: string): boolean =>
  /^\/datasets\/[^/]+\/schemas\/[^/]+\/records(\/|$)/.test(pathname);
