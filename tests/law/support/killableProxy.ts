/** A service, and a proxy in a separate process, which tests kill. */
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { startProgram } from '#tools/program.ts';
import { freePort, waitUntilOk } from '#tools/stack.ts';

/** How often a program is killed; `npm run kills` sets it to 20. */
const points = Number(process.env.KILL_POINTS ?? 2);

/** When the proxy is killed, in percent of the time that its work takes. */
export const killPercentages = Array.from({ length: points }, (_, i) =>
  Math.round(((i + 0.5) / points) * 100),
);

/** Starts both. They end with the test file, which prints the outcomes of many kills. */
export async function startKillableProxy() {
  const dataDir = await temporaryFolder();
  const service = await startService({ listen: true });
  const owner = await person(service);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram({
    entry: 'packages/proxy/main.ts',
    env: { PROXY_PORT: String(port), UPSTREAM: service.url, DATA_DIR: dataDir },
    output: openSync(join(dataDir, 'proxy.log'), 'a'),
    immediateRestarts: 60,
  });
  const outcomes: string[] = [];
  afterAll(async () => {
    await program.stop();
    await service.close();
    if (points > 2) console.log(outcomes.join('\n'));
  });
  const listening = () => waitUntilOk(`${url}/api/status/`);
  await listening();
  return {
    ...{ service, owner, outcomes, listening },
    proxy: { url, dataDir },
    /** Ends the process without a warning. It is restarted. */
    kill: () => program.kill('SIGKILL'),
  };
}
