/** Refuses requests that don't come from pages of the proxy or from programs of this machine. Runs before anything else. */
import type { FastifyRequest } from 'fastify';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { canonicalUrl } from './canonicalUrl.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The content types that a page of any origin may send without being asked first. */
const simpleContentTypes = new Set([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);
const ownSites = new Set(['same-origin', 'none']);

/**
 * Refuse a request that a hostile page could have made.
 *
 * Only the Host check stops DNS rebinding: the rebound page is of one origin with us and sends no Origin. The port is the
 * one that the connection came in by, which only the system sets. Addresses were normalised before; those that
 * can't be are refused.
 * @throws {HttpProblem} 421 for a foreign Host, 403 for a foreign page, 404 for an address that is spelled in no known way,
 * 415 for a body that a form could send.
 */
export function guard(request: FastifyRequest): void {
  const { headers } = request;
  const port = request.socket.localPort ?? 0;
  const hosts = [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`];
  if (!hosts.includes(headers.host ?? ''))
    throw new HttpProblem(421, `The proxy answers at http://${hosts[0] ?? ''} only.`);
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
    throw new HttpProblem(403, 'Pages of other origins may not use the proxy.');
  if (canonicalUrl(request.url) === null) throw notFound('Address');
  const site = headers['sec-fetch-site'];
  // A socket's handshake always carries its Origin; browsers disagree about its site.
  if (site !== undefined && isApi(request.url) && !ownSites.has(site) && !isUpgrade(request))
    throw new HttpProblem(403, 'Pages of other sites may not use the proxy.');
  if (!safeMethods.has(request.method)) requireIntent(headers);
}

const isApi = (url: string) => /^\/api(?:[/?]|$)/i.test(url);
const isUpgrade = ({ headers }: FastifyRequest) => headers.upgrade?.toLowerCase() === 'websocket';

/** A call that changes something must show that its sender could set headers, which a foreign page cannot unasked. */
function requireIntent(headers: FastifyRequest['headers']): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (simpleContentTypes.has(type))
    throw new HttpProblem(415, `The proxy takes no ${type}: send application/json or text/csv.`);
  if (type === '' && headers['x-csrftoken'] === undefined && headers.authorization === undefined)
    throw new HttpProblem(403, 'This call needs the header X-CSRFToken, Authorization or Content-Type.');
}
