/** What counts as this machine. */

/** The names that mean this machine, without brackets. */
export const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** Whether a socket's remote address is this machine. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** Whether an address leads to this machine by one of its names. */
export const isLoopbackUrl = (url: string): boolean =>
  loopbackNames.has(new URL(url).hostname.replace(/^\[|\]$/g, ''));
