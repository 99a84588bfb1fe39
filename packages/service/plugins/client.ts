/** The client of a request: from the socket, or from the headers of trusted load balancers. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressIn, normalizeAddress } from '../addresses.ts';
import type { Config } from '../config.ts';
import { trustedProxies, type TrustedProxies } from '../trustedProxies.ts';

export type Client = {
  /** The address of the machine that sent the request. */
  address: string;
  /** Whether it reached the load balancer by https. */
  https: boolean;
  /** The requested origin, as a trusted load balancer forwards it; otherwise null. */
  origin: string | null;
};

declare module 'fastify' {
  // Only an interface can add to another one.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    readonly client: Client;
  }
}

/** Decorates every request with its `client`. */
export function decorateClient(app: FastifyInstance, config: Pick<Config, 'TRUSTED_PROXIES'>): void {
  const isTrusted = trustedProxies(config.TRUSTED_PROXIES);
  app.decorateRequest('client', {
    getter() {
      return clientOf(this, isTrusted);
    },
  });
}

/** Reads X-Forwarded-For from its end, where the nearest balancer appends, up to the first machine that is not trusted. */
function clientOf({ socket, headers }: FastifyRequest, isTrusted: TrustedProxies): Client {
  let address = normalizeAddress(socket.remoteAddress ?? '');
  if (!isTrusted(address, 0)) return { address, https: false, origin: null };
  const forwardedFor = partsOf(headers['x-forwarded-for']).reverse();
  for (const [hop, entry] of forwardedFor.entries()) {
    const next = addressIn(entry);
    if (next === null || !isTrusted(address, hop)) break;
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
