/** How programs are started: behind what somebody looks at, and never left behind. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { patiently } from '#tests/support/patiently.ts';
import { answering, freePort, portTaken } from '#tools/stack.ts';

const below = constants.priority.PRIORITY_BELOW_NORMAL;

/** Another process that starts a proxy, and tells its process id. */
async function starter(env: NodeJS.ProcessEnv) {
  const program = `import { startProgram } from '#tools/program.ts';
    const proxy = startProgram({ entry: 'proxy/main.ts', env: {}, output: 'inherit', behind: true });
    console.log(proxy.pid());`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once('data', (told: Buffer) => resolve(Number(told))),
  );
  return { pid, kill: () => child.kill('SIGKILL') };
}

test(
  'a program goes behind others, and ends when whoever started it is killed',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-program-'));
    const port = await freePort();
    const { pid, kill } = await starter({ DATA_DIR: dataDir, PROXY_PORT: String(port), LOG_LEVEL: 'silent' });
    await answering(`http://localhost:${port}/`);
    expect(getPriority(pid)).toBe(below);
    const session = `/proc/${pid}/autogroup`;
    if (existsSync(session))
      await vi.waitFor(() => expect(readFileSync(session, 'utf8')).toContain(`nice ${below}\n`), patiently);
    kill();
    await vi.waitFor(async () => expect(await portTaken(port)).toBe(false), patiently);
    rmSync(dataDir, { recursive: true, force: true });
  },
);
