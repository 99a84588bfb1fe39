/** `login.json` of the data folder: the sign-in that `login` leaves for later commands. Only its owner can read it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '@cloakroom/server-kit/parseJson.ts';
import { readFileIfExists, replaceFile } from '@cloakroom/server-kit/files.ts';
import { UsageError } from './usageError.ts';

const Login = z.strictObject({
  format: z.literal(1),
  email: z.string(),
  /** A session of the proxy, or an API token. */
  credentials: z.union([
    z.strictObject({ cookie: z.string(), csrf: z.string() }),
    z.strictObject({ authorization: z.string() }),
  ]),
});
export type Login = Omit<z.infer<typeof Login>, 'format'>;

const pathIn = (dataDir: string): string => join(dataDir, 'login.json');

/** The sign-in of this data folder; null if there is none. @throws {UsageError} if the file is damaged. */
export async function readLogin(dataDir: string): Promise<Login | null> {
  const text = await readFileIfExists(pathIn(dataDir));
  if (text === null) return null;
  const login = Login.safeParse(parseJson(text));
  if (!login.success) throw new UsageError(`${pathIn(dataDir)} is damaged. Sign in again with "login".`);
  return login.data;
}

export const writeLogin = (dataDir: string, login: Login): Promise<void> =>
  replaceFile(pathIn(dataDir), `${JSON.stringify({ format: 1, ...login })}\n`);

export const removeLogin = (dataDir: string): Promise<void> => rm(pathIn(dataDir), { force: true });
