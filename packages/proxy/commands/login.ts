/** `login` and `logout`: a sign-in for later commands, which then need nothing in their environment. */
import { text } from 'node:stream/consumers';
import { login as loginEndpoint, logout as logoutEndpoint } from '@cloakroom/contract/accounts.ts';
import { getKeyring } from '@cloakroom/contract/keyring.ts';
import { Problem } from '@cloakroom/contract/problem.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { conflict, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { parseJson } from '@cloakroom/server-kit/parseJson.ts';
import { serviceCookies } from '../sessions/cookies.ts';
import { optionalOption, type CommandArguments, type LocalCommand } from './command.ts';
import type { Settings } from './settings.ts';
import { readLogin, removeLogin, writeLogin, type Login } from './loginFile.ts';
import { withConnection, type Session } from './session.ts';
import { tokenCredentials } from './signedIn.ts';
import { UsageError } from './usageError.ts';

/** Shown in the list of a person's sessions. */
const userAgent = 'Cloakroom command line';
const json = { 'content-type': 'application/json', 'user-agent': userAgent };
/** The session has ended already. */
const endedStatuses = new Set([401, 403, 404]);

export const login: LocalCommand = {
  usage: '[--email <address>]    (reads the password from CLOAKROOM_PASSWORD, the terminal or standard input; with --token - an API token from standard input)', // prettier-ignore
  options: { email: { type: 'string' }, token: { type: 'string' } },
  runLocally: async (settings, args) => {
    const token = await tokenIn(args);
    if (token !== null) {
      const credentials = tokenCredentials(token, 'The input');
      return withConnection(settings, ({ session }) => store(settings, session(credentials), credentials));
    }
    const email = optionalOption(args, 'email') ?? settings.environment.CLOAKROOM_EMAIL ?? '';
    return signIn(settings, await askForMissing(email, settings, args));
  },
};

export const logout: LocalCommand = {
  usage: '',
  options: {},
  runLocally: async (settings) => {
    const { dataDir } = settings.config;
    const present = await readLogin(dataDir);
    if (!present) throw conflict('There is no sign-in to end: "login" was not used here.');
    const { credentials, email } = present;
    // An API token is another command's: "token revoke" ends it.
    const ended = 'cookie' in credentials;
    if (ended) await endSession(settings, credentials);
    await removeLogin(dataDir);
    return { email, ended };
  },
};

/** The API token on standard input; null without `--token`. */
async function tokenIn(args: CommandArguments): Promise<string | null> {
  const source = optionalOption(args, 'token');
  if (source === undefined) return null;
  // An argument is visible to every program of this machine.
  if (source !== '-') throw new UsageError('Write --token - and pass the token on standard input.');
  return (args.prompt ? await args.prompt('API token: ', true) : await text(args.input)).trim();
}

/** @throws {UsageError} if something is missing and there is no terminal to ask at. */
async function askForMissing(
  namedEmail: string,
  { environment }: Settings,
  { input, prompt }: CommandArguments,
): Promise<{ email: string; password: string }> {
  const email = namedEmail || ((await prompt?.('E-mail address: ', false)) ?? '').trim();
  if (email === '') throw new UsageError('Name the account with --email, or set CLOAKROOM_EMAIL.');
  let password = environment.CLOAKROOM_PASSWORD ?? '';
  if (password === '')
    password = prompt
      ? await prompt(`Password of ${email}: `, true)
      : (await text(input)).replace(/\r?\n$/, '');
  if (password === '')
    throw new UsageError('Pass the password on standard input, or set CLOAKROOM_PASSWORD.');
  return { email, password };
}

const signIn = (settings: Settings, { email, password }: { email: string; password: string }) =>
  withConnection(settings, async ({ session }) => {
    // An earlier session is sent along: the new one replaces it. A damaged file is replaced too.
    const earlier = await readLogin(settings.config.dataDir).catch(() => null);
    const { headers, request } = session(earlier?.credentials ?? {});
    const answer = await request({
      method: loginEndpoint.method,
      path: loginEndpoint.path,
      headers: { ...('cookie' in headers ? headers : {}), ...json },
      body: JSON.stringify({ login: email, password }),
    });
    await requireSuccess(answer);
    const { sessionid, csrftoken } = serviceCookies(answer.headers);
    if (sessionid === undefined || csrftoken === undefined)
      throw new HttpProblem(502, 'The proxy’s answer to the sign-in has no session.');
    const credentials = { cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`, csrf: csrftoken };
    return store(settings, session(credentials), credentials);
  });

/** Looks up whose credentials these are, and stores them. */
async function store({ config }: Settings, { call }: Session, credentials: Login['credentials']) {
  const { email, id: user, token } = await call(getSelf, { query: {} });
  await writeLogin(config.dataDir, { email, credentials });
  // API tokens may not ask about the keyring.
  return token ? { email, user, token } : { email, user, keyring: (await call(getKeyring, {})).state };
}

/** Ends a session at the service and the proxy; a session that has already ended is not an error. */
const endSession = (settings: Settings, credentials: { cookie: string; csrf: string }): Promise<void> =>
  withConnection(settings, async ({ session }) => {
    const { headers, request } = session(credentials);
    const { method, path } = logoutEndpoint;
    const answer = await request({ method, path, headers: { ...headers, ...json }, body: '{}' });
    if (endedStatuses.has(answer.statusCode)) await answer.body.dump();
    else await requireSuccess(answer);
  });

/** @throws {HttpProblem} the refusal. */
async function requireSuccess({ statusCode, body }: Awaited<ReturnType<Session['request']>>): Promise<void> {
  const content = await body.text();
  if (statusCode < 300) return;
  const problem = Problem.safeParse(parseJson(content)).data;
  throw new HttpProblem(statusCode, problem?.detail ?? 'The sign-in was refused.');
}
