/**
 * `npm run deployment`: starts a deployment for many people on this machine, and prints its addresses. With `-- --drill` it kills
 * each part once while `--records` (1,000,000) are uploaded, and prints a line of JSON for each phase.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rejectOnAbort, runProgram } from '@cloakroom/server-kit/lifecycle.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { buildConsoleIfStale } from '../build.ts';
import { endWithNpm } from '../endWithNpm.ts';
import { startDeployment } from './deployment.ts';
import { drill, type Phase } from './drill.ts';
import type { Counts } from './load.ts';

const { values } = parseArgs({
  options: { drill: { type: 'boolean' }, records: { type: 'string', default: '1000000' } },
});

endWithNpm();
runProgram('The deployment', async ({ signal, onEnd }) => {
  if (process.getuid?.() !== 0) throw new StartupError('OpenStack Swift needs root. Run this as root.');
  const folder = mkdtempSync(join(tmpdir(), 'cloakroom-deployment-'));
  chmodSync(folder, 0o755);
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  await buildConsoleIfStale(signal);
  const deployment = await startDeployment(folder, (part) => console.log(`Starting ${part} …`));
  onEnd(() => deployment.stop());
  signal.throwIfAborted();
  const { proxyUrls, serviceUrl, outbox, databaseUrl, storeUrl } = deployment;
  if (!values.drill) {
    console.log(`
  Consoles    ${proxyUrls.join('  ')}
  Service     ${serviceUrl}
  Mail        ${outbox}
  Database    ${databaseUrl}
  Store       ${storeUrl}
  Logs        ${join(folder, 'logs')}
  Stop with Ctrl-C, which deletes everything.
`);
    return;
  }
  const result = await rejectOnAbort(drill(deployment, Number(values.records), printPhase), signal);
  const { uploads, records, uploadSeconds, faults } = result;
  const first = `The first upload took ${uploadSeconds.toFixed(1)} s.`;
  console.log(`${uploads} uploads of ${records} records in all. ${first}`);
  console.log(faults.length === 0 ? 'Everything is exact.' : faults.join('\n'));
  await deployment.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(faults.length === 0 ? 0 : 1);
});

function printPhase({ awayMs, people, script, ...phase }: Phase): void {
  const rounded = (counts: Counts) => ({
    ...counts,
    longestMs: Math.round(counts.longestMs),
    errors: [...counts.errors],
  });
  const line = { ...phase, awayMs: Math.round(awayMs), people: rounded(people), script: rounded(script) };
  console.log(JSON.stringify(line));
}
