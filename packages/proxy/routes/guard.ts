/** Refuses requests that come neither from pages of the proxy nor from programs that know its address. Runs before every other check. */
import type { FastifyRequest } from 'fastify';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { addressesOf, type Hosts } from '../gateway/addresses.ts';
import { canonicalUrl } from './canonicalUrl.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The content types that a page of any origin may send without a CORS preflight. */
const simpleContentTypes = new Set([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);
const ownSites = new Set(['same-origin', 'none']);

/**
 * Refuses a request that a hostile page could have made.
 *
 * Only the Host check stops DNS rebinding: a rebound page has the same origin as the proxy and sends no Origin. The expected
 * port is that of the connection's socket, which a page can't choose. URLs were canonicalized before; others are refused.
 * @param hosts - names that the settings add to those of this machine.
 * @throws {HttpProblem} 421 for a foreign Host, 403 for a foreign page, 404 for a URL without a canonical form, 415 for a body
 *   that a form could send.
 */
export function guard(request: FastifyRequest, hosts: Hosts): void {
  const { headers } = request;
  const addresses = addressesOf(hosts, request.socket.localPort);
  const address = addresses.find(({ host }) => host === headers.host?.toLowerCase());
  if (!address) throw new HttpProblem(421, `The proxy answers at ${addresses[0]!.origin} only.`);
  if (headers.origin !== undefined && !addresses.some(({ origin }) => origin === headers.origin))
    throw new HttpProblem(403, 'Pages of other origins may not use the proxy.');
  if (canonicalUrl(request.url) === null) throw notFound('Address');
  const site = headers['sec-fetch-site'];
  // A WebSocket handshake always has an Origin; browsers disagree about its Sec-Fetch-Site.
  if (site !== undefined && isApi(request.url) && !ownSites.has(site) && !isUpgrade(request))
    throw new HttpProblem(403, 'Pages of other sites may not use the proxy.');
  if (!safeMethods.has(request.method)) requireIntent(headers);
}

const isApi = (url: string) => /^\/api(?:[/?]|$)/i.test(url);
const isUpgrade = ({ headers }: FastifyRequest) => headers.upgrade?.toLowerCase() === 'websocket';

/** A call that changes something must have a header or content type that a foreign page can't send without a preflight. */
function requireIntent(headers: FastifyRequest['headers']): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (simpleContentTypes.has(type))
    throw new HttpProblem(415, `The proxy does not accept ${type}: send application/json or text/csv.`);
  if (type === '' && headers['x-csrftoken'] === undefined && headers.authorization === undefined)
    throw new HttpProblem(403, 'This call needs the header X-CSRFToken, Authorization or Content-Type.');
}
