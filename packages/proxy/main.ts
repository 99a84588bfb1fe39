/** Runs the proxy: on this machine's loopback addresses, or at the address that the settings of a gateway name. */
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { requireFolder } from '@cloakroom/server-kit/folders.ts';
import { runProgram } from '@cloakroom/server-kit/lifecycle.ts';
import { listenOn, requireFreePort } from '@cloakroom/server-kit/ports.ts';
import { buildProxy } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { openCertificate } from './gateway/certificate.ts';
import { listenOnSocket } from './gateway/unixSocket.ts';
import { openKeyrings } from './keyring/keyrings.ts';
import { requirePassphrase } from './keyring/requirePassphrase.ts';

const writeLine = (text: string) => process.stderr.write(`${text}\n`);

runProgram('The proxy', async ({ onEnd }) => {
  readEnvFile();
  const config = readConfig(process.env);
  requireFolder(config.dataDir, 'DATA_DIR');
  requireFolder(config.keyringDir, 'KEYRING', 0o700);
  await requirePassphrase(config);
  const listenOptions = addressOf(config);
  if (listenOptions) await requireFreePort(listenOptions);
  const certificate = config.tls && (await openCertificate(config.tls, writeLine));
  const keyrings = openKeyrings(config.keyringDir, {
    passphraseFile: config.passphraseFile,
    passphraseCommand: config.passphraseCommand,
    report: writeLine,
  });
  const proxy = await buildProxy({ config, certificate, keyrings, report: writeLine });
  onEnd(() => proxy.close());
  if (listenOptions) writeLine(`The proxy listens on ${await listenOn(proxy, listenOptions)}.`);
  else {
    await listenOnSocket(proxy, config.socket!);
    writeLine(`The proxy listens on ${config.socket!}.`);
  }
});

/** The address to listen on; null for a socket. */
function addressOf({ socket, port, listenHost, tls }: Config) {
  if (socket !== undefined) return null;
  // `localhost` resolves to 127.0.0.1 and, if the machine has IPv6, to ::1. A changed certificate reaches one server only.
  const host = listenHost ?? (tls ? '127.0.0.1' : 'localhost');
  return { host, port, setting: 'PROXY_PORT', hostSetting: 'PROXY_HOST' };
}
