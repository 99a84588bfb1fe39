/** `npm run proxy -- keyring show|backup|restore [user id]`: what a person does with a keyring outside the console. */
import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readConfig } from './config.ts';
import { KeyringError } from './keyring/keyringError.ts';
import { openKeyrings } from './keyring/keyrings.ts';

const usage = `Usage: npm run proxy -- keyring show
       npm run proxy -- keyring backup [user id]
       npm run proxy -- keyring restore <user id>    (reads the 24 words from standard input)`;

const config = readConfig(process.env);
const keyrings = openKeyrings(config.keyrings, {
  ...(config.passphraseFile ? { passphraseFile: config.passphraseFile } : {}),
  report: (sentence) => console.error(sentence),
});

/** The users who have a keyring here. */
const users = (): string[] =>
  existsSync(config.keyrings)
    ? readdirSync(config.keyrings).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
    : [];

/** The user that is meant: the one named, or the only one there is. @throws {KeyringError} when that is unclear. */
function meant(named: string | undefined): string {
  const present = users();
  const user = named ?? (present.length === 1 ? present[0] : undefined);
  if (user === undefined || !present.includes(user))
    throw new KeyringError('locked', `Name one of the users with a keyring in ${config.keyrings}: ${present.join(', ') || 'there is none yet'}.`); // prettier-ignore
  return user;
}

const commands: Record<string, (user: string | undefined) => Promise<string>> = {
  show: async () => users().map((user) => join(config.keyrings, `${user}.json`)).join('\n') || `There is no keyring in ${config.keyrings} yet.`, // prettier-ignore
  backup: async (named) => (await keyrings.forUser(meant(named))).phrase(),
  restore: async (user) => {
    if (user === undefined)
      throw new KeyringError('locked', 'Name the user whose keyring is to be restored.');
    await keyrings.restore(user, await text(process.stdin));
    return `Restored the keyring of user ${user}: ${join(config.keyrings, `${user}.json`)}`;
  },
};

const [noun, verb = '', user] = process.argv.slice(2);
const command = noun === 'keyring' && Object.hasOwn(commands, verb) ? commands[verb] : undefined;
try {
  console.log(command ? await command(user) : usage);
  process.exitCode = command ? 0 : 2;
} catch (error) {
  if (!(error instanceof KeyringError) && !(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
