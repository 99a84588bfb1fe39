/** The proof that a session or token may open a keyring. */
import { z } from 'zod';

/** Valid as long as its verifier is in use: a new password invalidates earlier proofs. */
export const Proof = z.object({
  user: z.string(),
  /** The salt of that verifier. */
  verifier: z.string(),
});
export type Proof = z.infer<typeof Proof>;
