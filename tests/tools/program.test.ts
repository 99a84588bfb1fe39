/** How programs are started: behind what somebody looks at, and never left behind. */
import { spawn } from 'node:child_process';
import { accessSync, constants as access, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { patiently } from '#tests/support/patiently.ts';
import { freePort, portTaken } from '#tools/stack.ts';

const below = constants.priority.PRIORITY_BELOW_NORMAL;

/** Not every system deals the processor out among sessions, nor lets everybody change how. */
function mayWrite(path: string): boolean {
  try {
    accessSync(path, access.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Another process that starts a proxy, and tells its process id. */
async function starter(env: NodeJS.ProcessEnv) {
  const program = `import { startProgram } from '#tools/program.ts';
    const proxy = startProgram({ entry: 'packages/proxy/main.ts', env: {}, output: 'inherit' });
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
    const listens = () => portTaken(port);
    await vi.waitFor(async () => expect(await listens()).toBe(true), patiently);
    expect(getPriority(pid)).toBe(below);
    const session = `/proc/${pid}/autogroup`;
    if (mayWrite(session))
      await vi.waitFor(() => expect(readFileSync(session, 'utf8')).toContain(`nice ${below}\n`), patiently);
    kill();
    await vi.waitFor(async () => expect(await listens()).toBe(false), patiently);
    rmSync(dataDir, { recursive: true, force: true });
  },
);
