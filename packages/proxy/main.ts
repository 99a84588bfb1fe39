/** Runs the proxy on this machine's loopback addresses. */
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { requireFile, requireFolder } from '@cloakroom/server-kit/folders.ts';
import { runProgram } from '@cloakroom/server-kit/lifecycle.ts';
import { listenOn, requireFreePort } from '@cloakroom/server-kit/ports.ts';
import { buildProxy } from './app.ts';
import { readConfig } from './config.ts';
import { openKeyrings } from './keyring/keyrings.ts';

const writeLine = (text: string) => process.stderr.write(`${text}\n`);

runProgram('The proxy', async ({ onEnd }) => {
  readEnvFile();
  const config = readConfig(process.env);
  requireFolder(config.dataDir, 'DATA_DIR');
  requireFolder(config.keyringDir, 'KEYRING', 0o700);
  if (config.passphraseFile) requireFile(config.passphraseFile, 'KEYRING_PASSPHRASE_FILE');
  // `localhost` resolves to 127.0.0.1 and, if the machine has IPv6, to ::1.
  const listenOptions = { host: 'localhost', port: config.port, setting: 'PROXY_PORT' };
  await requireFreePort(listenOptions);
  const keyrings = openKeyrings(config.keyringDir, {
    passphraseFile: config.passphraseFile,
    report: writeLine,
  });
  const proxy = await buildProxy({ config, keyrings, report: writeLine });
  onEnd(() => proxy.close());
  writeLine(`The proxy listens on ${await listenOn(proxy, listenOptions)}.`);
});
