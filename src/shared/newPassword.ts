/** The check of a password that is being chosen: the service's own, before anything is sent. */
import { isWeakPassword } from '@cloakroom/password-strength/passwordStrength.ts';
import { Password } from '@cloakroom/contract/passwords.ts';
import type { z } from 'zod';

/**
 * Adds to a form's schema that its password or passphrase is not easy to guess. The form's `email` counts as easy to guess.
 *
 * The estimator is loaded with the first check. Without it, offline, the service or the proxy alone decides.
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
