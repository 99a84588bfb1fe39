/** Links that are mailed: each is signed, for one purpose and one person, and ends by itself. */
import { z } from 'zod';

/** The three parts of a signed link, as its address carries them. */
export const SignedLink = z.object({
  user_id: z.string().min(1),
  timestamp: z.coerce.string().regex(/^\d{1,12}$/, 'is not a time'),
  signature: z.string().min(1),
});
