/** The service's program in a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '#tools/bundle.ts';

export type ServiceProgram = {
  url: string;
  /** Its output on standard error. */
  output: () => string;
  close: () => Promise<void>;
};

/** Starts the service's program on a free port and waits until it listens. @throws {Error} with its output if it ends. */
export async function startServiceProgram(settings: NodeJS.ProcessEnv): Promise<ServiceProgram> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-program-'));
  const child = spawn(process.execPath, ['--enable-source-maps', bundle('packages/service/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, SERVICE_PORT: '0', LOG_LEVEL: 'silent', ...settings },
  });
  const ended = once(child, 'close');
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /listens on (http:\S+\d)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error(output)));
  });
  return { url, output: () => output, close };
}
