/** The API client of the page: same origin, calls for the page's user, responses reported to the connection. */
import { createClient } from '@cloakroom/client/client.ts';
import type {
  AnyCallOptions,
  CallOptions,
  Fetch,
  OptionsArgs,
  RequestHeaders,
} from '@cloakroom/client/types.ts';
import { getCsrf } from '@cloakroom/contract/accounts.ts';
import type { Endpoint, Reply } from '@cloakroom/contract/endpoint.ts';
import { behindProxyHeader } from '@cloakroom/contract/status.ts';
import { connection } from '#src/shared/connection.ts';
import { Failure } from '#src/shared/failure.ts';
import { csrfToken } from './csrf.ts';
import { refuseOutdated } from './minClient.ts';
import { pageUserHeader, pageUserSignal } from './pageUser.ts';
import { failureOf } from './problem.ts';
import { withSessionRenewal } from './renewedSession.ts';

/** `anyUser`: the call is for the signed-in user, even if the page belongs to another one. */
type PageOptions = { anyUser?: true };

/** The last argument of a call from the page. */
export type PageArgs<E extends Endpoint> = OptionsArgs<CallOptions<E> & PageOptions>;

/** The CSRF header of unsafe calls. */
export const csrfHeaders = async (): Promise<Record<string, string>> => ({
  'X-CSRFToken': await csrfToken(async () => (await call(getCsrf)).csrfToken),
});

/** The only fetch of the console. */
const pageFetch: Fetch = async (url, { body, signal, ...init }) => {
  const answer = await fetch(url, {
    ...init,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body !== undefined && { body: body as BodyInit }),
    ...(signal && { signal }),
  });
  connection.report(answer.status);
  if (answer.headers.get(behindProxyHeader) === 'true') connection.setBehindProxy(true);
  refuseOutdated(answer.headers);
  return answer;
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
 * Sends a call with the client. A call refused because the session has ended is repeated in the next session.
 * @throws {Failure} `offline` without a response, `replaced` if the page's user has left, else by the status.
 * An aborted call throws the signal's reason.
 */
export function withClient<E extends Endpoint, T>(
  endpoint: E,
  [given]: PageArgs<E>,
  send: (page: typeof client, ...args: OptionsArgs<CallOptions<E>>) => Promise<T>,
): Promise<T> {
  const { anyUser, ...options }: AnyCallOptions & PageOptions = given ?? {};
  const sendOnce = async () => {
    const headers = await headersOf(endpoint, anyUser ? { anyUser } : {});
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
