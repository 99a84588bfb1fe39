/** What shows that a session, or a token, may open a keyring. */
import { z } from 'zod';

/** A proof counts as long as the verifier that it was made with stands: another password ends every proof before it. */
export const Proof = z.object({
  user: z.string(),
  /** The salt of that verifier. */
  verifier: z.string(),
});
export type Proof = z.infer<typeof Proof>;
