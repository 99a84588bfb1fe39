/** What can go wrong with a keyring, and may be told to its owner. */

/**
 * `locked`: nobody has given the passphrase. `wrong-passphrase`, `wait`: it was wrong; guesses are slowed. `damaged`,
 * `weakened`: the file is not as it was written. `exists`: another keyring is in the way. `phrase`: the words are wrong.
 * `kept`: another key is kept under that name. `setting`: the settings forbid it.
 */
export type KeyringFault =
  'locked' | 'wrong-passphrase' | 'wait' | 'damaged' | 'weakened' | 'exists' | 'phrase' | 'kept' | 'setting';

/** A keyring that can't be used, with the reason as a code and a sentence on what to do. It never carries a key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
  readonly code: KeyringFault;

  constructor(code: KeyringFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
