/** A valid e-mail address. */
import { z } from 'zod';

/** The domain of the addresses of service accounts. No mail is delivered to `.invalid` (RFC 2606). */
export const serviceAccountDomain = 'service-account.invalid';

export const Email = z
  .email('Enter a valid email address.')
  .max(255)
  .refine(
    (email) => !email.toLowerCase().endsWith(`@${serviceAccountDomain}`),
    'Service accounts receive no mail. Enter the address of a person.',
  );
