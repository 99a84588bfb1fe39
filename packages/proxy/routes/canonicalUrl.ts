/** Canonical URLs, so that routes, guard and headers all match the same text. */

/** Characters that need no escape within a segment, although `encodeURIComponent` escapes them. */
const unescaped = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/**
 * Rewrites a request's target to its canonical form: without needless escapes and empty segments. The query is not changed.
 * @param url - the target as received.
 * @returns null for a target without a canonical form: with a backslash, a `.` or `..` segment, a fragment, an escape that is
 *   not UTF-8, or in absolute form.
 */
export function canonicalUrl(url: string): string | null {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  if (!path.startsWith('/') || /[\\#]/.test(path)) return null;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const text = decoded(segment);
    if (text === null || text === '.' || text === '..') return null;
    segments.push(encodeURIComponent(text).replace(unescaped, decodeURIComponent));
  }
  const end = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return `/${segments.join('/')}${end}${at < 0 ? '' : url.slice(at)}`;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
