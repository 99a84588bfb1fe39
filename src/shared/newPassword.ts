/** The strength check of a new password before it is sent, with the rules of the service. */
import { isWeakPassword } from '@cloakroom/password-strength/passwordStrength.ts';
import { Password } from '@cloakroom/contract/passwords.ts';
import type { z } from 'zod';

/**
 * Adds a strength check of the password or passphrase to a form's schema. The form's `email` counts as easy to guess.
 *
 * The estimator is loaded with the first check. If that fails, only the service or the proxy checks the strength.
 */
export const withStrengthCheck = <Schema extends z.ZodType>(
  schema: Schema,
  field: 'password' | 'passphrase' = 'password',
): Schema =>
  schema.refine(
    (form) => {
      const { [field]: password, email = '' } = form as Record<string, string | undefined>;
      const { success, data } = Password.safeParse(password);
      return (
        !success ||
        isWeakPassword(data, email).then(
          (weak) => !weak,
          () => true,
        )
      );
    },
    { path: [field], error: `This ${field} is easy to guess. Choose another one, such as a few words.` },
  );
