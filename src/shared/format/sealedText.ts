/** The text of sealed and decrypted values in cells. */

const maxCharacters = 200;

/** The first bytes of a sealed value, which differ for equal values: `sealed · 1f3a…`. */
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

/** A value, truncated to `maxCharacters`. */
export function shortText(value: string | number): string {
  const text = String(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
