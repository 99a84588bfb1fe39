/** Connects a command to the proxy that runs on this machine, or to one that it starts for its own duration. */
import type { Dispatcher } from 'undici';
import { createClient, type Client } from '@cloakroom/client/client.ts';
import type { Endpoint, Reply } from '@cloakroom/contract/endpoint.ts';
import { behindProxyHeader, getStatus } from '@cloakroom/contract/status.ts';
import type { Credentials } from '../credentials.ts';
import { credentialHeaders, openUpstream, type CallOptions } from '../upstream.ts';
import type { Settings } from './settings.ts';

export type Session = {
  /** Calls one endpoint. @throws {HttpProblem} with the status and message of the refusal. */
  call: <E extends Endpoint>(endpoint: E, options: Omit<CallOptions<E>, 'credentials'>) => Promise<Reply<E>>;
  /** Calls endpoints that answer in lines. */
  client: Pick<Client, 'stream'>;
  /** Sends a raw request, for bodies of any size. */
  request: (options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
  /** The headers that say who calls, for raw requests. */
  headers: Record<string, string>;
};

/** A proxy to send calls to. */
export type Connection = {
  /** The address of the proxy that runs on this machine; null for a proxy of this command's own. */
  runningProxy: string | null;
  /** A session with these credentials; `{}` for calls that need none. */
  session: (credentials: Credentials) => Session;
  close: () => Promise<void>;
};

/** The address at which a proxy runs on this machine; null if there is none. It may run while the service does not answer. */
export async function findProxy({ config }: Settings): Promise<string | null> {
  const origin = `http://127.0.0.1:${config.port}`;
  const upstream = openUpstream(origin);
  try {
    const { headers, body } = await upstream.request({ method: getStatus.method, path: getStatus.path });
    await body.dump();
    return headers[behindProxyHeader.toLowerCase()] === 'true' ? origin : null;
  } catch {
    return null;
  } finally {
    await upstream.close();
  }
}

/** Connects to the proxy that runs, or starts one until the connection is closed. */
async function connect(settings: Settings): Promise<Connection> {
  const runningProxy = await findProxy(settings);
  const own = runningProxy === null ? await (await import('./ownProxy.ts')).startOwnProxy(settings) : null;
  const upstream = openUpstream(runningProxy ?? own!.origin);
  return {
    runningProxy,
    session: (credentials) => {
      const headers = credentialHeaders(credentials);
      return {
        call: (endpoint, options) => upstream.call(endpoint, { ...options, credentials }),
        client: createClient({ baseUrl: upstream.origin, headers }),
        request: (options) => upstream.request(options),
        headers,
      };
    },
    close: async () => {
      await upstream.close();
      await own?.close();
    },
  };
}

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
