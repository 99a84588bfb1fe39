/** Runs the proxy on this machine's loopback addresses until it is told to stop. */
import { readEnvFile } from '#host/envFile.ts';
import { stopWhenTold } from '#host/stopWhenTold.ts';
import { buildProxy } from './app.ts';
import { readConfig } from './config.ts';
import { openKeyrings } from './keyring/keyrings.ts';

readEnvFile();
const config = readConfig(process.env);
const say = (text: string) => process.stderr.write(`${text}\n`);
const keyrings = openKeyrings(config.keyrings, {
  passphraseFile: config.passphraseFile,
  report: say,
});

const proxy = await buildProxy({ config, keyrings, report: say });

stopWhenTold(process, () => proxy.close());

// `localhost` stands for 127.0.0.1 and, where the machine has it, ::1.
say(`The proxy listens on ${await proxy.listen({ host: 'localhost', port: config.port })}.`);
