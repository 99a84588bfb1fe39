/** The addresses under which a proxy answers: those of this machine, and those that the settings name. */

export type Hosts = {
  /** Names, each with a port where it is not the one that the proxy listens on. */
  allowed: readonly string[];
  isTls: boolean;
};

/** The value of a Host header, and the origin of pages under that host. */
export type Address = { host: string; origin: string };

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const httpsPort = 443;

/**
 * All addresses, the usual one first.
 * @param port - that a connection has reached; undefined for a Unix socket. No page of a browser reaches that, but a web server
 *   before it may pass on the host under which it is reached itself.
 */
export function addressesOf({ allowed, isTls }: Hosts, port: number | undefined): Address[] {
  if (port === undefined)
    return [{ host: 'localhost', origin: 'http://localhost' }, ...allowed.map(withOrigin('https'))];
  const named = [...loopbackNames, ...allowed].map((name) => (hasPort(name) ? name : `${name}:${port}`));
  return [...new Set(named.map(withoutDefaultPort(isTls)))].map(withOrigin(isTls ? 'https' : 'http'));
}

const hasPort = (name: string) => /:\d+$/.test(name.replace(/^\[.*\]/, ''));

const withOrigin = (scheme: string) => (host: string) => ({ host, origin: `${scheme}://${host}` });

/** Clients leave the port out of the Host header if it is the one of the scheme. */
const withoutDefaultPort = (isTls: boolean) => (host: string) =>
  isTls && host.endsWith(`:${httpsPort}`) ? host.slice(0, -`:${httpsPort}`.length) : host;
