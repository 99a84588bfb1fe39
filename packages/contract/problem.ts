/** The body of every error answer. */
import { z } from 'zod';

export const Problem = z.object({
  /** A sentence for a person. */
  detail: z.string(),
  /** The status phrase, on the proxy's own errors. */
  error: z.string().optional(),
  /** What is wrong with each field of the request. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** An answer that states in a sentence what was done. */
export const Detail = z.object({ detail: z.string() });
