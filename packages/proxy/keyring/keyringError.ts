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
