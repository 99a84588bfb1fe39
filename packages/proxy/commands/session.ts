/** Connects a command to the proxy of CLOAKROOM_PROXY, to the one that runs here, or to one that it starts for the duration of the command. */
import { Agent, fetch as fetchWith, type Dispatcher, type RequestInit } from 'undici';
import { createClient, type Client } from '@cloakroom/client/client.ts';
import type { Fetch } from '@cloakroom/client/types.ts';
import type { Endpoint, Reply } from '@cloakroom/contract/endpoint.ts';
import { behindProxyHeader, getStatus } from '@cloakroom/contract/status.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import { credentialHeaders, openUpstream, type CallOptions } from '../upstream.ts';
import { proxyAddress, type ProxyAddress } from './proxyAddress.ts';
import type { Settings } from './settings.ts';

export type Session = {
  /** Calls one endpoint. @throws {HttpProblem} with the status and message of the refusal. */
  call: <E extends Endpoint>(endpoint: E, options: Omit<CallOptions<E>, 'credentials'>) => Promise<Reply<E>>;
  /** Calls endpoints that answer in lines. */
  client: Pick<Client, 'stream'>;
  /** Sends a raw request, for bodies of any size. */
  request: (options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
  /** The headers that identify the caller, for raw requests. */
  headers: Record<string, string>;
};

/** A proxy to send calls to. */
export type Connection = {
  /** The address of the proxy that runs; null for a proxy that this command started. */
  runningProxy: string | null;
  /** A session with these credentials; `{}` for calls that need none. */
  session: (credentials: Credentials) => Session;
  close: () => Promise<void>;
};

/** The address at which a proxy runs; null if there is none. It may run while the service does not answer. */
export async function findProxy(settings: Settings): Promise<string | null> {
  const address = proxyAddress(settings);
  return (await problemAt(address)) === null ? address.shown : null;
}

/** Why no proxy answers at an address; null if one does. */
async function problemAt({ origin, connect }: ProxyAddress): Promise<string | null> {
  const upstream = openUpstream(origin, connect);
  try {
    const { headers, body } = await upstream.request({ method: getStatus.method, path: getStatus.path });
    await body.dump();
    return headers[behindProxyHeader.toLowerCase()] === 'true' ? null : 'Another program answers there';
  } catch (error) {
    const { cause = error } = error as Error;
    return cause instanceof Error ? cause.message : String(cause);
  } finally {
    await upstream.close();
  }
}

/**
 * Connects to the proxy that runs, or starts one until the connection is closed.
 * @throws {HttpProblem} 503 if CLOAKROOM_PROXY names a proxy that does not answer.
 */
async function connect(settings: Settings): Promise<Connection> {
  const address = proxyAddress(settings);
  const problem = await problemAt(address);
  if (problem !== null && address.isRequired)
    throw new HttpProblem(503, `No proxy answers at CLOAKROOM_PROXY=${address.shown}: ${problem}.`);
  const own = problem === null ? null : await (await import('./ownProxy.ts')).startOwnProxy(settings);
  const { origin, connect: connectOptions } = own ? { origin: own.origin, connect: {} } : address;
  const upstream = openUpstream(origin, connectOptions);
  const dispatcher = new Agent({ connect: connectOptions });
  return {
    runningProxy: own ? null : address.shown,
    session: (credentials) => {
      const headers = credentialHeaders(credentials);
      return {
        call: (endpoint, options) => upstream.call(endpoint, { ...options, credentials }),
        client: createClient({ baseUrl: origin, headers, fetch: fetchFrom(dispatcher) }),
        request: (options) => upstream.request(options),
        headers,
      };
    },
    close: async () => {
      await upstream.close();
      await dispatcher.destroy();
      await own?.close();
    },
  };
}

/** `fetch` through a dispatcher's connections. */
const fetchFrom =
  (dispatcher: Dispatcher): Fetch =>
  (url, init) =>
    fetchWith(url, { ...(init as RequestInit), dispatcher });

/** Runs a task with a connection, and closes it. */
export async function withConnection<Result>(
  settings: Settings,
  task: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(settings);
  try {
    return await task(connection);
  } finally {
    await connection.close();
  }
}
