/** A valid e-mail address. */
import { z } from 'zod';

export const Email = z.email('Enter a valid email address.').max(255);
