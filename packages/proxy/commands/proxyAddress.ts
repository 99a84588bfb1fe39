/** Which proxy commands use: CLOAKROOM_PROXY, or the one that the settings of this folder start. */
import { resolve } from 'node:path';
import type { Settings } from './settings.ts';
import { UsageError } from './usageError.ts';

export type ProxyAddress = {
  /** For output: `unix:/path` or an origin. */
  shown: string;
  origin: string;
  /** The Unix socket to connect to, if it is one. */
  connect: { socketPath?: string };
  /** Whether CLOAKROOM_PROXY names it: then no other proxy may take its place. */
  isRequired: boolean;
};

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws {UsageError} for an address of another form, and for one that would send credentials in plain text. */
export function proxyAddress({ config, environment }: Settings): ProxyAddress {
  const named = environment.CLOAKROOM_PROXY;
  if (named) return named.startsWith('unix:') ? ofSocket(named.slice(5), true) : ofUrl(named);
  if (config.socket !== undefined) return ofSocket(config.socket, false);
  const origin = config.tls
    ? httpsOrigin(config.allowedHosts[0] ?? 'localhost', config.port)
    : `http://127.0.0.1:${config.port}`;
  return { shown: origin, origin, connect: {}, isRequired: false };
}

function ofSocket(path: string, isRequired: boolean): ProxyAddress {
  if (path === '') throw malformed();
  const socketPath = resolve(path);
  return { shown: `unix:${socketPath}`, origin: 'http://localhost', connect: { socketPath }, isRequired };
}

function ofUrl(text: string): ProxyAddress {
  const { protocol, hostname, origin } = URL.canParse(text) ? new URL(text) : ({} as Partial<URL>);
  if (origin === undefined || (protocol !== 'https:' && protocol !== 'http:')) throw malformed();
  if (protocol === 'http:' && !loopbackHosts.has(hostname ?? ''))
    throw new UsageError(
      `CLOAKROOM_PROXY is ${text}, where the sign-in and all data would be sent in plain text. Use https.`,
    );
  return { shown: origin, origin, connect: {}, isRequired: true };
}

const httpsOrigin = (host: string, port: number) =>
  new URL(`https://${/:\d+$/.test(host) ? host : `${host}:${port}`}`).origin;

const malformed = () =>
  new UsageError(
    'CLOAKROOM_PROXY must be unix:/path/of/the.sock, https://host:port, or http://localhost:port.',
  );
