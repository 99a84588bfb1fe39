/** How values look in a cell, sealed and opened. */

/** More of a value than this never enters the page. */
const longest = 200;

/** The first characters of a sealed value, enough to see that no two are alike: `sealed · 1f3a…`. */
export function sealedText(envelope: string): string {
  const start = envelope.replace(/^v\d+\./, '').slice(0, 4);
  try {
    const bytes = atob(start.replaceAll('-', '+').replaceAll('_', '/'));
    const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    return hex === '' ? 'sealed' : `sealed · ${hex.slice(0, 4)}…`;
  } catch {
    return 'sealed';
  }
}

/** A value, cut after 200 characters. */
export function shortText(value: string | number): string {
  const text = String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
