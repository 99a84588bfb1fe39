/** A proxy for the duration of one command. A module of its own: most commands find a running proxy and need none of this. */
import type { AddressInfo } from 'node:net';
import { buildProxy } from '../app.ts';
import type { Settings } from './settings.ts';
import { openKeyrings } from '../keyring/keyrings.ts';

/** Starts a proxy on a free port of 127.0.0.1. */
export async function startOwnProxy({
  config,
  environment,
}: Settings): Promise<{ origin: string; close: () => Promise<void> }> {
  const report = (sentence: string) => console.error(sentence);
  const proxy = await buildProxy({
    config: { ...config, allowedHosts: [], logLevel: environment.LOG_LEVEL ? config.logLevel : 'silent' },
    keyrings: openKeyrings(config.keyringDir, {
      passphraseFile: config.passphraseFile,
      passphraseCommand: config.passphraseCommand,
      report,
    }),
    report,
  });
  await proxy.listen({ host: '127.0.0.1', port: 0 });
  const { port } = proxy.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await proxy.close();
    },
  };
}
