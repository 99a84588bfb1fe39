/** Logs answers with a status above 399 to the browser's console. */

/** @param url - logged without its query, which may have search terms. */
export function logRefusal(method: string, url: string, status: number): void {
  if (status > 399) console.error(`${method} ${url.replace(/\?.*$/s, '')} ${status}`);
}
