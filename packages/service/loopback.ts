/** Recognizes addresses and names of this machine. */

/** Host names of this machine, without brackets. */
export const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** Whether a socket's remote address is a loopback address. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** Whether a URL's host is one of {@link loopbackNames}. */
export const isLoopbackUrl = (url: string): boolean =>
  loopbackNames.has(new URL(url).hostname.replace(/^\[|\]$/g, ''));
