/** Where a request really comes from: what the socket says, or what load balancers say that the settings trust. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressIn, plainAddress } from '../addresses.ts';
import type { Config } from '../config.ts';
import { trustedProxies, type TrustedProxies } from '../trustedProxies.ts';

export type Client = {
  /** The address of the machine that sent the request. */
  address: string;
  /** Whether it reached the first load balancer by https. */
  https: boolean;
  /** The origin that it asked for; null unless a trusted load balancer says so. */
  origin: string | null;
};

declare module 'fastify' {
  // Only an interface can add to another one.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    readonly client: Client;
  }
}

/** Gives every request of the app its `client`. */
export function clients(app: FastifyInstance, config: Pick<Config, 'TRUSTED_PROXIES'>): void {
  const trusts = trustedProxies(config.TRUSTED_PROXIES);
  app.decorateRequest('client', {
    getter() {
      return clientOf(this, trusts);
    },
  });
}

/** X-Forwarded-For is read from its end, where the nearest balancer writes, up to the first machine that is not trusted. */
function clientOf({ socket, headers }: FastifyRequest, trusts: TrustedProxies): Client {
  let address = plainAddress(socket.remoteAddress ?? '');
  if (!trusts(address, 0)) return { address, https: false, origin: null };
  const named = partsOf(headers['x-forwarded-for']).reverse();
  for (const [hop, entry] of named.entries()) {
    const next = addressIn(entry);
    if (next === null || !trusts(address, hop)) break;
    address = next;
  }
  const https = partsOf(headers['x-forwarded-proto']).at(-1)?.toLowerCase() === 'https';
  const host = partsOf(headers['x-forwarded-host']).at(-1) ?? headers.host ?? '';
  return { address, https, origin: originOf(https, host) };
}

const partsOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function originOf(https: boolean, host: string): string | null {
  const address = `${https ? 'https' : 'http'}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address).origin : null;
}
