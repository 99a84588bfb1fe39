/** Programs run at a lower priority and end with the process that started them. */
import { spawn } from 'node:child_process';
import { accessSync, constants as access, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProgram } from '#tools/program.ts';
import { freePort, portTaken } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const belowNormal = constants.priority.PRIORITY_BELOW_NORMAL;

/** Not every system has session priorities, or lets this user set them. */
function mayWrite(path: string): boolean {
  try {
    accessSync(path, access.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts another process, which starts a proxy and prints its process id. */
async function startParent(env: NodeJS.ProcessEnv) {
  const program = `import { startProgram } from '#tools/program.ts';
    const proxy = startProgram({ entry: 'packages/proxy/main.ts', env: {}, output: 'inherit' });
    console.log(proxy.pid());`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once('data', (output: Buffer) => resolve(Number(output))),
  );
  return { pid, kill: () => child.kill('SIGKILL') };
}

test(
  'a program runs at a lower priority and ends when its parent is killed',
  { timeout: 120_000 },
  async () => {
    const dataDir = await temporaryFolder();
    const port = await freePort();
    const { pid, kill } = await startParent({
      DATA_DIR: dataDir,
      PROXY_PORT: String(port),
      LOG_LEVEL: 'silent',
    });
    const listens = () => portTaken(port);
    await vi.waitFor(async () => expect(await listens()).toBe(true), pollTimeout);
    expect(getPriority(pid)).toBe(belowNormal);
    const session = `/proc/${pid}/autogroup`;
    if (mayWrite(session))
      await vi.waitFor(
        () => expect(readFileSync(session, 'utf8')).toContain(`nice ${belowNormal}\n`),
        pollTimeout,
      );
    kill();
    await vi.waitFor(async () => expect(await listens()).toBe(false), pollTimeout);
  },
);

test('a restart ends the old process by SIGTERM and runs the changed sources', async () => {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const entry = join(folder, 'program.ts');
  const logged = () => readFileSync(log, 'utf8').trim().split('\n');
  const write = (version: string) =>
    writeFileSync(
      entry,
      `import { appendFileSync } from 'node:fs';
      const log = (line: string) => appendFileSync(${JSON.stringify(log)}, line + '\\n');
      process.on('SIGTERM', () => { log('${version} ends'); process.exit(0); });
      setInterval(() => undefined, 1_000);
      log('${version} starts');`,
    );
  writeFileSync(log, '');
  write('first');
  const program = startProgram({ entry, env: {}, output: 'inherit' });
  await vi.waitFor(() => expect(logged()).toEqual(['first starts']), pollTimeout);
  writeFileSync(entry, 'const = 1;');
  await expect(program.restart()).rejects.toThrow('program.ts:1:6');
  write('second');
  await program.restart();
  await vi.waitFor(
    () => expect(logged()).toEqual(['first starts', 'first ends', 'second starts']),
    pollTimeout,
  );
  expect(await program.stop()).toBe(true);
  expect(logged().at(-1)).toBe('second ends');
  rmSync(join('build', entry.replaceAll('/', '-').replace(/ts$/, 'mjs')));
});
