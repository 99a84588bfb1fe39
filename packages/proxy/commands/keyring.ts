/** `keyring show|backup|restore|allow`: manages keyrings without the console. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { restoreKeyring } from '@cloakroom/contract/keyring.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import type { Config } from '../config.ts';
import { openKeyrings, type Keyrings } from '../keyring/keyrings.ts';
import { UsageError } from './usageError.ts';
import { openSession } from './session.ts';

export const keyringUsage = ['keyring show', 'keyring backup [user id]', 'keyring restore [user id]    (reads the 24 words from standard input)', 'keyring allow [user id]    (lets the account password CLOAKROOM_PASSWORD open the keyring)']; // prettier-ignore

/**
 * Runs one of the keyring commands.
 * @param environment - if it has the credentials of an account, words are checked with the service, and added to an existing
 *   keyring.
 * @returns the text to print. @throws {UsageError} if it is unclear which keyring is meant, {KeyringError} if it can't be
 *   opened or the words are wrong, {HttpProblem} if the proxy or the service refuses.
 */
export async function keyringCommand(
  config: Config,
  [verb = '', userArgument]: string[],
  input: NodeJS.ReadableStream,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const keyrings = openKeyrings(config.keyringDir, {
    passphraseFile: config.passphraseFile,
    report: (sentence) => console.error(sentence),
  });
  const pathOf = (user: string) => join(config.keyringDir, `${user}.json`);
  const users = usersIn(config.keyringDir);
  switch (verb) {
    case 'show':
      return users.map(pathOf).join('\n') || `There is no keyring in ${config.keyringDir} yet.`;
    case 'backup':
      return (await keyrings.forUser(requireKeyringUser(config.keyringDir, users, userArgument)))
        .phrases()
        .join('\n');
    case 'restore': {
      const isSignedIn = Boolean(environment.CLOAKROOM_EMAIL && environment.CLOAKROOM_PASSWORD);
      const user = isSignedIn
        ? await restoreSignedIn(config, environment, userArgument, await text(input))
        : await restoreOffline(keyrings, users, userArgument, pathOf, input);
      return `Restored the keyring of user ${user}: ${pathOf(user)}\nThe words hold no keys that others gave you: create an identity on this machine, and they can share them again.`;
    }
    case 'allow': {
      const user = requireKeyringUser(config.keyringDir, users, userArgument);
      await allowPassword(keyrings, user, environment.CLOAKROOM_PASSWORD ?? '');
      return `The password in CLOAKROOM_PASSWORD opens the keyring of user ${user} from now on, and no earlier one does: ${pathOf(user)}`;
    }
    default:
      throw new UsageError(`"keyring ${verb}" is not a command.`);
  }
}

/**
 * Changes which account password opens a keyring. Access to the passphrase file is sufficient proof: the service is not asked.
 * @throws {KeyringError} if there is no such file, or it does not open the keyring.
 */
async function allowPassword(keyrings: Keyrings, user: string, password: string): Promise<void> {
  if (password === '') throw new UsageError('Set CLOAKROOM_PASSWORD to the password of the account.');
  await keyrings.forUser(user);
  await keyrings.verifiers.set(await keyrings.verifiers.make(user, password));
}

/** Restores through a proxy, which checks the words with the service and adds them to an existing keyring. @returns the user id. */
async function restoreSignedIn(
  config: Config,
  environment: NodeJS.ProcessEnv,
  userArgument: string | undefined,
  words: string,
): Promise<string> {
  const session = await openSession(config, environment);
  try {
    const { id, email } = await session.call(getSelf, { query: {} });
    if (userArgument !== undefined && userArgument !== id)
      throw new UsageError(`CLOAKROOM_EMAIL is ${email}, whose user id is ${id} and not ${userArgument}. Leave the user id out, or sign in as that user.`); // prettier-ignore
    await session.call(restoreKeyring, { body: { words } });
    return id;
  } finally {
    await session.close();
  }
}

/** Restores without the service. The words can't be checked, so an existing keyring is not changed. */
async function restoreOffline(
  keyrings: Keyrings,
  users: string[],
  user: string | undefined,
  pathOf: (user: string) => string,
  input: NodeJS.ReadableStream,
): Promise<string> {
  if (user === undefined)
    throw new UsageError('Name the user whose keyring is to be restored, or set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD.'); // prettier-ignore
  if (users.includes(user))
    throw new UsageError(`There is already a keyring: ${pathOf(user)}. To add the keys of your words to it, set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD: then the words are checked first, and nothing that it holds is lost.`); // prettier-ignore
  await keyrings.restore(user, await text(input));
  return user;
}

/** The users who have a keyring here. */
const usersIn = (folder: string): string[] =>
  existsSync(folder)
    ? [...new Set(readdirSync(folder).flatMap((name) => /^(.*)[.]json([.]copy)?$/.exec(name)?.[1] ?? []))]
    : [];

/** The user of the argument, or the only one with a keyring. @throws {UsageError} */
function requireKeyringUser(folder: string, users: string[], userArgument: string | undefined): string {
  const user = userArgument ?? (users.length === 1 ? users[0] : undefined);
  if (user === undefined || !users.includes(user))
    throw new UsageError(`Name one of the users with a keyring in ${folder}: ${users.join(', ') || 'there is none yet'}.`); // prettier-ignore
  return user;
}
