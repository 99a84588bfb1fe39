/** What may be known of a machine's context: its shape, and by name the few values that are nobody's. */

/** Ids, figures and words of our own. Whatever has another name is told by its kind and size alone. */
const open = new Set(
  'attempts code count duration held id job permitted phase processed progress schema status times total type unread'.split(
    ' ',
  ),
);
const word = /^[\w.-]{1,40}$/;

/** How deep objects are told. */
const depths = 3;

/** A copy without anything that somebody typed, uploaded or decrypted, and without names, e-mails and tokens. */
export function redacted(value: unknown, name = '', depth = depths): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'object') {
    if (open.has(name) && (typeof value === 'number' || (typeof value === 'string' && word.test(value))))
      return value;
    return typeof value === 'string' ? `text of ${value.length}` : typeof value;
  }
  if (value instanceof Error) {
    const { code, status } = value as Error & { code?: unknown; status?: unknown };
    return redacted({ code, status }, name, depth);
  }
  const {
    constructor,
    length,
    size = length,
  } = value as { [key: string]: unknown; constructor?: typeof Object };
  if (constructor !== Object)
    return [constructor?.name ?? 'object', ...(typeof size === 'number' ? ['of', size] : [])].join(' ');
  if (depth === 0) return 'object';
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [word.test(key) ? key : '…', redacted(part, key, depth - 1)]),
  );
}
