/** The addresses under which a proxy answers: those of this machine, and those that the settings name. */

export type Hosts = {
  /** Names, each with its port if it differs from the one that the proxy listens on. */
  allowed: readonly string[];
  isTls: boolean;
};

/** The value of a Host header, and the origin of pages under that host. */
export type Address = { host: string; origin: string };

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const httpsPort = 443;

/**
 * All addresses, the usual one first.
 * @param port - the port that a connection has reached; undefined for a Unix socket. No page of a browser reaches a socket, but a
 *   web server in front of it may pass on the Host header that it received.
 */
export function addressesOf({ allowed, isTls }: Hosts, port: number | undefined): Address[] {
  if (port === undefined)
    return [{ host: 'localhost', origin: 'http://localhost' }, ...allowed.map(withOrigin('https'))];
  const named = [...loopbackNames, ...allowed].map((name) => (hasPort(name) ? name : `${name}:${port}`));
  return [...new Set(named.map(withoutDefaultPort(isTls)))].map(withOrigin(isTls ? 'https' : 'http'));
}

const hasPort = (name: string) => /:\d+$/.test(name.replace(/^\[.*\]/, ''));

const withOrigin = (scheme: string) => (host: string) => ({ host, origin: `${scheme}://${host}` });

/** Clients leave the port out of the Host header if it is the scheme's default. */
const withoutDefaultPort = (isTls: boolean) => (host: string) =>
  isTls && host.endsWith(`:${httpsPort}`) ? host.slice(0, -`:${httpsPort}`.length) : host;
