/** The client as the page configures it: of this origin, for the page's own user, with what each answer says of the connection. */
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

/** `anyUser`: the call is for the user who is signed in, even if this page is another one's. */
type PageOptions = { anyUser?: true };

/** The last argument of a call from the page. */
export type PageArgs<E extends Endpoint> = OptionsArgs<CallOptions<E> & PageOptions>;

/** The headers that an unsafe call carries beside its content type. */
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

/** The headers of a call: who sent it, for whom, and from which page. */
const headersOf = async ({ method }: Endpoint, { anyUser }: PageOptions): Promise<RequestHeaders> => ({
  'Content-Type': 'application/json',
  ...(anyUser ? {} : pageUserHeader()),
  ...(method === 'GET' ? {} : await csrfHeaders()),
});

/** Ends with the caller's own signal and, unless the call is for any user, when the page's user leaves. */
function signalOf(
  { access }: Endpoint,
  { signal, anyUser }: AnyCallOptions & PageOptions,
): AbortSignal | undefined {
  if (access === 'public' || anyUser) return signal;
  return signal ? AbortSignal.any([signal, pageUserSignal()]) : pageUserSignal();
}

/**
 * Sends a call with the client; one that is refused because the session has ended goes out again in the next one.
 * @throws {Failure} `offline` when nothing answers, `replaced` when the page's user has gone, else by the answer's status.
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
 * One call of the contract.
 * @returns its reply, parsed; undefined where the contract says nothing comes back.
 * @throws {Failure} as `withClient` does, with the server's own words where it gave any.
 */
export const call = <E extends Endpoint>(endpoint: E, ...args: PageArgs<E>): Promise<Reply<E>> =>
  withClient(endpoint, args, (page, ...rest) => page.call(endpoint, ...rest));
