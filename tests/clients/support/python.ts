/** Python programs that use a proxy of the test with one of its accounts. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { password, type Someone } from '#tests/service/support/people.ts';

/** The Python whose libraries `tools/testPrograms.ts` installs. */
const python = '/usr/bin/python3';

/** The settings of a client at a proxy. */
export const clientEnvironment = (url: string, { user }: Pick<Someone, 'user'>): NodeJS.ProcessEnv => ({
  ...process.env,
  CLOAKROOM_URL: url,
  CLOAKROOM_EMAIL: user.email,
  CLOAKROOM_PASSWORD: password,
  PYTHONPATH: resolve('clients/python'),
  PYTHONDONTWRITEBYTECODE: '1',
});

/** Runs Python until it ends. @throws {Error} with its output if it fails. */
export const runPython = (parameters: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(python, parameters, { env, cwd: 'clients/python' });
