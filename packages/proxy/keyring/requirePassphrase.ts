/** Checks at the start of the program that the passphrase of the settings can be read. */
import { requireFile } from '@cloakroom/server-kit/folders.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import type { Config } from '../config.ts';
import { runPassphraseCommand } from './passphraseCommand.ts';

/** @throws {StartupError} naming the setting. */
export async function requirePassphrase({
  passphraseFile,
  passphraseCommand,
}: Pick<Config, 'passphraseFile' | 'passphraseCommand'>): Promise<void> {
  if (passphraseFile !== undefined) requireFile(passphraseFile, 'KEYRING_PASSPHRASE_FILE');
  if (passphraseCommand === undefined) return;
  await runPassphraseCommand(passphraseCommand).catch((cause: unknown) => {
    throw new StartupError((cause as Error).message, { cause });
  });
}
