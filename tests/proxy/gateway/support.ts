/** A proxy in gateway mode, in this process before the real service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, fetch as fetchWith, type buildConnector, type RequestInit } from 'undici';
import { buildProxy } from '@cloakroom/proxy/app.ts';
import { readConfig } from '@cloakroom/proxy/config.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openCertificate } from '@cloakroom/proxy/gateway/certificate.ts';
import { listenOnSocket } from '@cloakroom/proxy/gateway/unixSocket.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const run = promisify(execFile);

/** `fetch` by these connections. */
export const fetchBy = (connect: buildConnector.BuildOptions) => {
  const dispatcher = new Agent({ connect });
  const fetch = (url: string, init?: object) =>
    fetchWith(url, { ...(init as RequestInit), dispatcher }) as unknown as Promise<Response>;
  return {
    fetch: fetch as typeof globalThis.fetch,
    /** One request with any headers; `fetch` chooses the Host itself. */
    request: async (origin: string, path: string, headers: Record<string, string> = {}) => {
      const { statusCode, headers: received, body } = await dispatcher.request({ origin, path, method: 'GET', headers }); // prettier-ignore
      await body.dump();
      return { status: statusCode, headers: received };
    },
    close: () => dispatcher.destroy(),
  };
};

/** Creates a self-signed certificate for some names and 127.0.0.1. @returns the paths of it and its key. */
export async function makeCertificate(
  folder: string,
  names: readonly string[],
  base = 'tls',
): Promise<{ certFile: string; keyFile: string }> {
  const [certFile, keyFile] = [join(folder, `${base}.crt`), join(folder, `${base}.key`)];
  const alternatives = [...names.map((name) => `DNS:${name}`), 'IP:127.0.0.1'].join(',');
  await run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${names[0] ?? ''}`, '-addext', `subjectAltName=${alternatives}`, '-keyout', keyFile, '-out', certFile]); // prettier-ignore
  return { certFile, keyFile };
}

/**
 * Starts a gateway with these settings.
 * @param options.reloadIntervalMs - how often the certificate is read again.
 */
export async function startGateway(
  environment: Record<string, string>,
  {
    reloadIntervalMs,
    report = () => undefined,
  }: { reloadIntervalMs?: number; report?: (sentence: string) => void } = {},
) {
  const folder = await temporaryFolder();
  const config = {
    ...readConfig({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      CONSOLE_DIR: join(folder, 'dist'),
      ...environment,
    }),
  };
  const certificate = config.tls && (await openCertificate(config.tls, report, reloadIntervalMs));
  const keyrings = openKeyrings(config.keyringDir, {
    cost: minCost,
    passphraseFile: config.passphraseFile,
    passphraseCommand: config.passphraseCommand,
    report,
  });
  const app = await buildProxy({ config, certificate, keyrings, report });
  if (config.socket === undefined) await app.listen({ host: config.listenHost ?? '127.0.0.1', port: 0 });
  else await listenOnSocket(app, config.socket);
  const address = app.server.address();
  return {
    folder,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => app.close(),
  };
}
