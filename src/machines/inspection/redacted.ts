/** Redacts the context of a machine: keeps its structure, and the values of a few properties without user data. */

/** Ids, numbers and constants. Other values are replaced by their type and size. */
const safeProperties = new Set(
  'attempts code count duration id job phase processed progress schema status times total type unread'.split(
    ' ',
  ),
);
const identifier = /^[\w.-]{1,40}$/;

const maxDepth = 3;

/** A copy without input, file contents, decrypted values, names, e-mails and tokens. */
export function redacted(value: unknown, name = '', depth = maxDepth): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'object') {
    const isSafe = typeof value === 'number' || (typeof value === 'string' && identifier.test(value));
    if (safeProperties.has(name) && isSafe) return value;
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
    Object.entries(value).map(([key, part]) => [
      identifier.test(key) ? key : '…',
      redacted(part, key, depth - 1),
    ]),
  );
}
