/** The API client of the page: same origin, calls for the page's user, responses reported to the connection. */
import { createClient } from '@cloakroom/client/client.ts';
import type {
  AnyCallOptions,
  CallOptions,
  Fetch,
  LinesEndpoint,
  LineStream,
  ListEndpoint,
  ListItem,
  OptionsArgs,
  PartialPage,
  RequestHeaders,
} from '@cloakroom/client/types.ts';
import { getCsrf } from '@cloakroom/contract/accounts.ts';
import type { Endpoint, Reply } from '@cloakroom/contract/endpoint.ts';
import { behindProxyHeader } from '@cloakroom/contract/status.ts';
import { contractVersion, minClientHeader } from '@cloakroom/contract/version.ts';
import { connection } from '#src/shared/connection.ts';
import { Failure } from '#src/shared/failure.ts';
import { readCookie } from '#src/shared/storage/cookies.ts';
import { http } from './http.ts';
import { logRefusal } from './logRefusal.ts';
import { pageUserHeader, pageUserSignal } from './pageUser.ts';
import { failureOf } from './problem.ts';
import { withSessionRenewal } from './renewedSession.ts';

/** `anyUser`: the call is for the signed-in user, even if the page belongs to another one. */
type PageOptions = { anyUser?: true };

/** The last argument of a call from the page. */
type PageArgs<E extends Endpoint> = OptionsArgs<CallOptions<E> & PageOptions>;

/** The CSRF cookie, which each session replaces. */
export const csrfCookie = (): string | undefined => readCookie('csrftoken');

/** A worker has no document and can't read cookies: it caches the token of its first call. */
const isWorker = () => (globalThis as { document?: unknown }).document === undefined;

/** The CSRF token, from the cookie if there is one, else fetched once. The response also sets the cookie. */
async function csrfToken(): Promise<string> {
  const cookie = csrfCookie();
  if (cookie) return decodeURIComponent(cookie);
  const cached = isWorker() ? http.csrfToken : undefined;
  return cached ?? (http.csrfToken = (await call(getCsrf)).csrfToken);
}

/** The CSRF header of unsafe calls. */
export const csrfHeaders = async () => ({ 'X-CSRFToken': await csrfToken() });

/** @throws {Failure} `outdated` if the response requires a newer console. */
export function refuseOutdated(headers: Headers): void {
  if (Number(headers.get(minClientHeader) ?? 0) <= contractVersion) return;
  if (!http.outdated) {
    http.outdated = true;
    http.emit({ type: 'client.outdated' });
  }
  throw new Failure(
    'outdated',
    'This version of the console is too old for the service. Update it to continue.',
  );
}

/** The only fetch of the console. */
const pageFetch: Fetch = async (url, { body, signal, ...init }) => {
  const response = await fetch(url, {
    ...init,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body !== undefined && { body: body as BodyInit }),
    ...(signal && { signal }),
  });
  connection.report(response.status);
  logRefusal(init.method, url, response.status);
  if (response.headers.get(behindProxyHeader) === 'true') connection.setBehindProxy(true);
  refuseOutdated(response.headers);
  return response;
};

const client = createClient({ fetch: pageFetch });

const headersOf = async ({ method }: Endpoint, { anyUser }: PageOptions): Promise<RequestHeaders> => ({
  'Content-Type': 'application/json',
  ...(anyUser ? {} : pageUserHeader()),
  ...(method === 'GET' ? {} : await csrfHeaders()),
});

/** Aborted by the caller's signal and, except for public and `anyUser` calls, when the page's user leaves. */
function signalOf(
  { access }: Endpoint,
  { signal, anyUser }: AnyCallOptions & PageOptions,
): AbortSignal | undefined {
  if (access === 'public' || anyUser) return signal;
  return signal ? AbortSignal.any([signal, pageUserSignal()]) : pageUserSignal();
}

/**
 * Sends a call with the client. If a call is rejected because the session has ended, it is repeated in the next session.
 * @throws {Failure} `offline` without a response, `replaced` if the page's user has left, else by the status.
 * An aborted call throws the signal's reason.
 */
function withClient<E extends Endpoint, T>(
  endpoint: E,
  [pageOptions]: PageArgs<E>,
  send: (page: typeof client, ...args: OptionsArgs<CallOptions<E>>) => Promise<T>,
): Promise<T> {
  const { anyUser, ...options }: AnyCallOptions & PageOptions = pageOptions ?? {};
  const sendOnce = async () => {
    const headers = { ...(await headersOf(endpoint, anyUser ? { anyUser } : {})), ...options.headers };
    const signal = signalOf(endpoint, { ...options, ...(anyUser && { anyUser }) });
    const args: unknown = [{ ...options, headers, signal }];
    try {
      return await send(client, ...(args as OptionsArgs<CallOptions<E>>));
    } catch (thrown) {
      const failure = failureOf(thrown, `${endpoint.method} ${endpoint.path}`);
      if (failure instanceof Failure && failure.code === 'offline') connection.report(undefined);
      throw failure;
    }
  };
  return endpoint.access === 'public' ? sendOnce() : withSessionRenewal(sendOnce);
}

/**
 * Calls an endpoint of the contract.
 * @returns the parsed reply; undefined if the endpoint has none.
 * @throws {Failure} as `withClient` does, with the message of the server if there is one.
 */
export const call = <E extends Endpoint>(endpoint: E, ...args: PageArgs<E>): Promise<Reply<E>> =>
  withClient(endpoint, args, (page, ...rest) => page.call(endpoint, ...rest));

/**
 * Reads one page of a list and the total. Replies of list endpoints have one of two shapes.
 * @throws {Failure} as `call` does.
 */
export const list = <E extends ListEndpoint>(
  endpoint: E,
  ...args: PageArgs<E>
): Promise<PartialPage<ListItem<E>>> =>
  withClient(endpoint, args, (page, ...rest) => page.list(endpoint, ...rest));

/**
 * Starts to read a response line by line, several lines at a time.
 * @throws {Failure} as `call` does; so does the loop over the lines.
 */
export const stream = <E extends LinesEndpoint>(endpoint: E, ...args: PageArgs<E>): Promise<LineStream<E>> =>
  withClient(endpoint, args, async (page, ...rest) => {
    const { headers, lines } = await page.stream(endpoint, ...rest);
    return { headers, lines: withFailures(lines, endpoint) };
  });

async function* withFailures<Item>(
  items: AsyncGenerator<Item>,
  { method, path }: Endpoint,
): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (thrown) {
    throw failureOf(thrown, `${method} ${path}`);
  }
}
