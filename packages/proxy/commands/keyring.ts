/** `keyring show|backup|restore|allow`: what a person does with a keyring outside the console. */
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
 * Run one of the keyring's commands.
 * @param environment - with the credentials of an account, words are checked with the service and join what is there.
 * @returns what is printed, as it is. @throws {UsageError} when it is unclear which keyring is meant, {KeyringError} when it
 * can't be opened or the words are wrong, {HttpProblem} when the proxy or the service refuses.
 */
export async function keyringCommand(
  config: Config,
  [verb = '', named]: string[],
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
      return (await keyrings.forUser(requireKeyringUser(config.keyringDir, users, named)))
        .phrases()
        .join('\n');
    case 'restore': {
      const signedIn = Boolean(environment.CLOAKROOM_EMAIL && environment.CLOAKROOM_PASSWORD);
      const user = signedIn
        ? await restoreSignedIn(config, environment, named, await text(input))
        : await restoreAlone(keyrings, users, named, pathOf, input);
      return `Restored the keyring of user ${user}: ${pathOf(user)}\nThe words hold no keys that others gave you: create an identity on this machine, and they can share them again.`;
    }
    case 'allow': {
      const user = requireKeyringUser(config.keyringDir, users, named);
      await allow(keyrings, user, environment.CLOAKROOM_PASSWORD ?? '');
      return `The password in CLOAKROOM_PASSWORD opens the keyring of user ${user} from now on, and no earlier one does: ${pathOf(user)}`;
    }
    default:
      throw new UsageError(`"keyring ${verb}" is no command.`);
  }
}

/**
 * Changes which account password opens a keyring. To read the passphrase file beside it shows enough: the service is not asked.
 * @throws {KeyringError} when there is no such file, or it does not open the keyring.
 */
async function allow(keyrings: Keyrings, user: string, password: string): Promise<void> {
  if (password === '') throw new UsageError('Set CLOAKROOM_PASSWORD to the password of the account.');
  await keyrings.forUser(user);
  await keyrings.verifiers.set(await keyrings.verifiers.make(user, password));
}

/** Through the proxy that runs, or one for as long as this lasts: the words are checked, and join a keyring that is there. */
async function restoreSignedIn(
  config: Config,
  environment: NodeJS.ProcessEnv,
  named: string | undefined,
  words: string,
): Promise<string> {
  const session = await openSession(config, environment);
  try {
    const { id, email } = await session.call(getSelf, { query: {} });
    if (named !== undefined && named !== id)
      throw new UsageError(`CLOAKROOM_EMAIL is ${email}, whose user id is ${id} and not ${named}. Leave the user id out, or sign in as that user.`); // prettier-ignore
    await session.call(restoreKeyring, { body: { words } });
    return id;
  } finally {
    await session.close();
  }
}

/** Without the service: nothing can check the words, so they only make a keyring where there is none. */
async function restoreAlone(
  keyrings: Keyrings,
  users: string[],
  user: string | undefined,
  pathOf: (user: string) => string,
  input: NodeJS.ReadableStream,
): Promise<string> {
  if (user === undefined)
    throw new UsageError('Name the user whose keyring is to be restored, or set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD.'); // prettier-ignore
  if (users.includes(user))
    throw new UsageError(`There already is a keyring: ${pathOf(user)}. To add the keys of your words to it, set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD: then the words are checked first, and nothing that it holds is lost.`); // prettier-ignore
  await keyrings.restore(user, await text(input));
  return user;
}

/** The users who have a keyring here. */
const usersIn = (folder: string): string[] =>
  existsSync(folder)
    ? [...new Set(readdirSync(folder).flatMap((name) => /^(.*)[.]json([.]copy)?$/.exec(name)?.[1] ?? []))]
    : [];

/** The user that is meant: the one named, or the only one there is. */
function requireKeyringUser(folder: string, users: string[], named: string | undefined): string {
  const user = named ?? (users.length === 1 ? users[0] : undefined);
  if (user === undefined || !users.includes(user))
    throw new UsageError(`Name one of the users with a keyring in ${folder}: ${users.join(', ') || 'there is none yet'}.`); // prettier-ignore
  return user;
}
