/** Errors of keyrings, with messages for their owners. */

/**
 * `locked`: the passphrase was not entered. `wrong-passphrase`, `wait`: it was wrong; guesses are slowed.
 * `unfit`: the one on file doesn't open it. `damaged`,
 * `weakened`: the file is not as it was written. `exists`: another keyring is in the way. `phrase`: the words are wrong.
 * `setting`: the settings forbid it. `missing`: there is no file. `version`: a later program wrote it.
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

/** A keyring that can't be used, with the reason as a code and a sentence on what to do. It never carries a key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
  readonly code: KeyringErrorCode;

  constructor(code: KeyringErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
