/** Errors of keyrings, with messages for users. */

/**
 * `locked`: the passphrase was not entered. `wrong-passphrase`, `wait`: it was wrong; guesses are limited. `unfit`: the one on
 * file doesn't open the keyring. `damaged`, `weakened`: the file was changed. `exists`: there is another keyring. `phrase`: the
 * words are wrong. `setting`: the settings forbid it. `missing`: there is no file. `version`: a later program wrote it.
 */
export type KeyringErrorCode =
  | 'locked'
  | 'wrong-passphrase'
  | 'unfit'
  | 'wait'
  | 'damaged'
  | 'weakened'
  | 'exists'
  | 'phrase'
  | 'setting'
  | 'missing'
  | 'version';

/** Why a keyring can't be used, as a code and a message that says what to do. Never contains a key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
  readonly code: KeyringErrorCode;

  constructor(code: KeyringErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const locked = (user: string) =>
  new KeyringError('locked', `The keyring of user ${user} is locked. Enter its passphrase to open it.`);

export const missing = (user: string, path: string) =>
  new KeyringError('missing', `There is no keyring of user ${user} on this machine: ${path} is not there.`);

export const passphraseInSettings = (path: string) =>
  new KeyringError(
    'setting',
    `The settings name ${path} as the passphrase of every keyring here. Remove that setting to choose one of your own.`,
  );

export const oldPassphraseNeeded = () =>
  new KeyringError(
    'wrong-passphrase',
    'Type the current passphrase too: it proves that the keyring is yours.',
  );

export const phraseUnseen = () =>
  new KeyringError(
    'phrase',
    'Write down the 24 recovery words first, or skip them: no one can open a keyring whose passphrase is forgotten.',
  );
