/** Mailed links: each is signed for one purpose and one person, and expires. */
import { z } from 'zod';

/** The three parts of a signed link, in its query string. */
export const SignedLink = z.object({
  user_id: z.string().min(1),
  timestamp: z.coerce.string().regex(/^\d{1,12}$/, 'is not a time'),
  signature: z.string().min(1),
});
