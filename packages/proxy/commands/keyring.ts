/** `keyring show`, `backup`, `restore` and `allow`: manages keyrings without the console. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { restoreKeyring } from '@cloakroom/contract/keyring.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import type { Credentials } from '../credentials.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import { UsageError } from './usageError.ts';
import {
  optionalArgument,
  optionalOption,
  type Command,
  type CommandArguments,
  type LocalCommand,
} from './command.ts';
import { referenceIn } from './references.ts';
import type { Settings } from './settings.ts';
import { withConnection } from './session.ts';
import { signedIn } from './signedIn.ts';

type Run = (
  context: KeyringContext,
  user: string | undefined,
  args: CommandArguments,
) => Promise<string> | string;

type KeyringContext = {
  settings: Settings;
  keyrings: Keyrings;
  /** The ids of the users with a keyring here. */
  users: string[];
  pathOf: (user: string) => string;
  input: NodeJS.ReadableStream;
};

/**
 * A command that prints text and takes at most the id of a user. It throws {UsageError} if it is unclear which keyring is
 * meant, {KeyringError} if it can't be opened or the words are wrong, {HttpProblem} if the proxy or the service refuses.
 */
const keyringCommand = (usage: string, run: Run, options: Command['options'] = {}): LocalCommand => ({
  usage,
  options,
  runLocally: async (settings, args) => {
    const { config } = settings;
    const user = optionalArgument(args, 'user');
    // Other commands start without the libraries that open keyrings.
    const { openKeyrings } = await import('../keyring/keyrings.ts');
    const keyrings = openKeyrings(config.keyringDir, {
      passphraseFile: config.passphraseFile,
      passphraseCommand: config.passphraseCommand,
      report: (sentence) => console.error(sentence),
    });
    const users = usersIn(config.keyringDir);
    const pathOf = (id: string) => join(config.keyringDir, `${id}.json`);
    return run({ settings, keyrings, users, pathOf, input: args.input }, user, args);
  },
});

export const keyringShow = keyringCommand(
  '',
  ({ users, pathOf, settings }) =>
    users.map(pathOf).join('\n') || `There is no keyring in ${settings.config.keyringDir} yet.`,
);

export const keyringBackup = keyringCommand('[user id]', async (context, user) =>
  (await context.keyrings.forUser(requireKeyringUser(context, user))).phrases().join('\n'),
);

/** With the credentials of an account, words are checked with the service, and added to an existing keyring. */
export const keyringRestore = keyringCommand(
  '[user id]    (reads the 24 words from standard input)',
  async (context, argument) => {
    const { settings, pathOf, input } = context;
    const account = await signedIn(settings);
    const user =
      account && account.by !== 'token'
        ? await restoreSignedIn(settings, account.credentials, argument, await text(input))
        : await restoreOffline(context, argument);
    return `Restored the keyring of user ${user}: ${pathOf(user)}\nThe words hold no keys that others gave you: create an identity on this machine, and they can share them again.`;
  },
);

export const keyringAllow = keyringCommand(
  '[user id] [--custodian <user id>]    (lets the account password CLOAKROOM_PASSWORD open the keyring; or that of a service account tokens that this person creates)',
  async (context, argument, args) => {
    const user = requireKeyringUser(context, argument);
    const custodian = optionalOption(args, 'custodian');
    if (custodian !== undefined) {
      await allowCustodian(context.keyrings, user, referenceIn(custodian, 'person'));
      return `API tokens that ${custodian} creates at this proxy for the service account ${user} open its keyring from now on, and no earlier ones do: ${context.pathOf(user)}`;
    }
    await allowPassword(context.keyrings, user, context.settings.environment.CLOAKROOM_PASSWORD ?? '');
    return `The password in CLOAKROOM_PASSWORD opens the keyring of user ${user} from now on, and no earlier one does: ${context.pathOf(user)}`;
  },
  { custodian: { type: 'string' } },
);

/**
 * Changes which account password opens a keyring. Access to the passphrase file is sufficient proof: the service is not asked.
 * @throws {KeyringError} if there is no such file, or it does not open the keyring.
 */
async function allowPassword(keyrings: Keyrings, user: string, password: string): Promise<void> {
  if (password === '') throw new UsageError('Set CLOAKROOM_PASSWORD to the password of the account.');
  await keyrings.forUser(user);
  await keyrings.verifiers.set(await keyrings.verifiers.make(user, password));
}

/**
 * Changes whose tokens open the keyring of a service account. Access to the passphrase file is sufficient proof.
 * @throws {KeyringError} if there is no such file, or it does not open the keyring.
 */
async function allowCustodian(keyrings: Keyrings, user: string, custodian: string): Promise<void> {
  await keyrings.forUser(user);
  await keyrings.verifiers.set(keyrings.verifiers.makeFor(user, custodian));
}

/** Restores through a proxy, which checks the words with the service and adds them to an existing keyring. @returns the user id. */
const restoreSignedIn = (
  settings: Settings,
  credentials: Credentials,
  userArgument: string | undefined,
  words: string,
): Promise<string> =>
  withConnection(settings, async ({ session }) => {
    const { call } = session(credentials);
    const { id, email } = await call(getSelf, { query: {} });
    if (userArgument !== undefined && userArgument !== id)
      throw new UsageError(`${email} is signed in, whose user id is ${id} and not ${userArgument}. Leave the user id out, or sign in as that user.`); // prettier-ignore
    await call(restoreKeyring, { body: { words } });
    return id;
  });

/** Restores without the service. The words can't be checked, so an existing keyring is not changed. */
async function restoreOffline(
  { keyrings, users, pathOf, input }: KeyringContext,
  user: string | undefined,
): Promise<string> {
  if (user === undefined)
    throw new UsageError('Name the user whose keyring is to be restored, or sign in: with "login", or by CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD.'); // prettier-ignore
  if (users.includes(user))
    throw new UsageError(`There is already a keyring: ${pathOf(user)}. To add the keys of your words to it, sign in with "login", or set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD: then the words are checked first, and nothing that it holds is lost.`); // prettier-ignore
  await keyrings.restore(user, await text(input));
  return user;
}

/** The users who have a keyring here. */
const usersIn = (folder: string): string[] =>
  existsSync(folder)
    ? [...new Set(readdirSync(folder).flatMap((name) => /^(.*)[.]json([.]copy)?$/.exec(name)?.[1] ?? []))]
    : [];

/** The user of the argument, or the only one with a keyring. @throws {UsageError} */
function requireKeyringUser({ settings, users }: KeyringContext, userArgument: string | undefined): string {
  const user = userArgument ?? (users.length === 1 ? users[0] : undefined);
  if (user === undefined || !users.includes(user))
    throw new UsageError(`Name one of the users with a keyring in ${settings.config.keyringDir}: ${users.join(', ') || 'there is none yet'}.`); // prettier-ignore
  return user;
}
