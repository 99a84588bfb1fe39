/** Connects a command to the proxy that runs on this machine, or to one that it starts for its own duration. */
import type { AddressInfo } from 'node:net';
import type { Dispatcher } from 'undici';
import { createClient, type Client } from '@cloakroom/client/client.ts';
import type { Endpoint, Reply } from '@cloakroom/contract/endpoint.ts';
import { isApiToken } from '@cloakroom/server-kit/apiTokens.ts';
import { getStatus } from '@cloakroom/contract/status.ts';
import { buildProxy } from '../app.ts';
import type { Config } from '../config.ts';
import type { Credentials } from '../credentials.ts';
import { openKeyrings } from '../keyring/keyrings.ts';
import { openUpstream, type CallOptions, type Upstream } from '../upstream.ts';
import { UsageError } from './usageError.ts';

export type Session = {
  /** Calls one endpoint. @throws {HttpProblem} with the status and message of the refusal. */
  call: <E extends Endpoint>(endpoint: E, options: Omit<CallOptions<E>, 'credentials'>) => Promise<Reply<E>>;
  /** Calls endpoints that answer in lines. */
  client: Pick<Client, 'stream'>;
  /** Sends a raw request, for bodies of any size. */
  request: (options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
  /** The Authorization header. */
  authorization: string;
  close: () => Promise<void>;
};

/**
 * Opens a session with the API token in `CLOAKROOM_TOKEN`, or else as the user of `CLOAKROOM_EMAIL` and `CLOAKROOM_PASSWORD`.
 * @throws {UsageError} if neither is complete.
 */
export async function openSession(
  config: Config,
  environment: Record<string, string | undefined>,
): Promise<Session> {
  const credentials = credentialsIn(environment);
  const runningUpstream = openUpstream(`http://127.0.0.1:${config.port}`);
  const isProxyRunning = await runningUpstream.call(getStatus, { credentials: {} }).then(
    ({ behind_proxy: isProxy }) => isProxy,
    () => false,
  );
  if (isProxyRunning) return sessionOf(runningUpstream, credentials, () => runningUpstream.close());
  await runningUpstream.close();

  const proxy = await buildProxy({
    config: { ...config, logLevel: environment.LOG_LEVEL ? config.logLevel : 'silent' },
    keyrings: openKeyrings(config.keyringDir, {
      passphraseFile: config.passphraseFile,
      report: (sentence) => console.error(sentence),
    }),
    report: (sentence) => console.error(sentence),
  });
  await proxy.listen({ host: '127.0.0.1', port: 0 });
  const startedUpstream = openUpstream(`http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`);
  return sessionOf(startedUpstream, credentials, async () => {
    await startedUpstream.close();
    await proxy.close();
  });
}

function credentialsIn({
  CLOAKROOM_TOKEN: token,
  CLOAKROOM_EMAIL: email,
  CLOAKROOM_PASSWORD: password,
}: NodeJS.ProcessEnv) {
  if (token) {
    if (!isApiToken(token))
      throw new UsageError(
        'CLOAKROOM_TOKEN is no complete API token: it begins with clkr_ and has 41 characters. Copy all of it, or unset the variable.',
      );
    return { authorization: `Bearer ${token}` };
  }
  if (!email || !password)
    throw new UsageError(
      'Set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD to the e-mail address and password that you sign in with, or CLOAKROOM_TOKEN to an API token.',
    );
  return { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` };
}

const sessionOf = (
  upstream: Upstream,
  credentials: Credentials & { authorization: string },
  close: () => Promise<void>,
): Session => ({
  call: (endpoint, options) => upstream.call(endpoint, { ...options, credentials }),
  client: createClient({ baseUrl: upstream.origin, headers: { authorization: credentials.authorization } }),
  request: (options) => upstream.request(options),
  authorization: credentials.authorization,
  close,
});
