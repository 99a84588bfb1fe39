/** `keyring show|backup|restore`: what a person does with a keyring outside the console. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { openKeyrings } from '../keyring/keyrings.ts';
import { Misused } from './misused.ts';

export const keyringUsage = ['keyring show', 'keyring backup [user id]', 'keyring restore <user id>    (reads the 24 words from standard input)']; // prettier-ignore

/**
 * Run one of the keyring's commands.
 * @returns what is printed, as it is. @throws {Misused} when it is unclear which keyring is meant, {KeyringError} when it
 * can't be opened, {RangeError} when the words are wrong.
 */
export async function keyringCommand(
  config: Config,
  [verb = '', named]: string[],
  input: NodeJS.ReadableStream,
): Promise<string> {
  const keyrings = openKeyrings(config.keyrings, {
    passphraseFile: config.passphraseFile,
    report: (sentence) => console.error(sentence),
  });
  const pathOf = (user: string) => join(config.keyrings, `${user}.json`);
  const users = usersIn(config.keyrings);
  switch (verb) {
    case 'show':
      return users.map(pathOf).join('\n') || `There is no keyring in ${config.keyrings} yet.`;
    case 'backup':
      return (await keyrings.forUser(meant(config.keyrings, users, named))).phrase();
    case 'restore':
      if (named === undefined) throw new Misused('Name the user whose keyring is to be restored.');
      await keyrings.restore(named, await text(input));
      return `Restored the keyring of user ${named}: ${pathOf(named)}\nThe words hold no keys that others gave you: create an identity on this machine, and they can share them again.`;
    default:
      throw new Misused(`"keyring ${verb}" is no command.`);
  }
}

/** The users who have a keyring here. */
const usersIn = (folder: string): string[] =>
  existsSync(folder)
    ? [...new Set(readdirSync(folder).flatMap((name) => /^(.*)[.]json([.]copy)?$/.exec(name)?.[1] ?? []))]
    : [];

/** The user that is meant: the one named, or the only one there is. */
function meant(folder: string, users: string[], named: string | undefined): string {
  const user = named ?? (users.length === 1 ? users[0] : undefined);
  if (user === undefined || !users.includes(user))
    throw new Misused(`Name one of the users with a keyring in ${folder}: ${users.join(', ') || 'there is none yet'}.`); // prettier-ignore
  return user;
}
