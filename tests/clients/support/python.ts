/** Programs of Python, which run before a proxy of the test as an account of it. */
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

/** Runs Python to its end. @throws with what it printed if it fails. */
export const runPython = (words: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(python, words, { env, cwd: 'clients/python' });
