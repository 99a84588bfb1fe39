/** Rejects weak passwords and passphrases, for both servers. */
import { isWeakPassword } from '@cloakroom/password-strength/passwordStrength.ts';
import { invalid } from './problem.ts';

/**
 * Rejects a password or a passphrase that is easy to guess.
 * @param email - of the account.
 * @param field - the name of the field, also used in the message.
 * @throws {HttpProblem} 400.
 */
export async function rejectWeakPassword(
  password: string,
  email: string,
  field: 'password' | 'passphrase' = 'password',
): Promise<void> {
  if (await isWeakPassword(password, email))
    throw invalid({ [field]: [`This ${field} is easy to guess. Choose another one, such as a few words.`] });
}
