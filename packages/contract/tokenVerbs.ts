/** What an API token permits. A token needs one of the verbs that an endpoint names. */
import { z } from 'zod';
import { Url } from './reference.ts';

/**
 * - `read`: lists, metadata, search and decryption.
 * - `write`: stores records, and follows the upload jobs that the token has started.
 * - `delete`: deletes records and uploads.
 *
 * No verb implies another. Storing and deleting read the sealed data that they need.
 */
export const TokenVerb = z.enum(['read', 'write', 'delete']);
export type TokenVerb = z.infer<typeof TokenVerb>;

/** For calls that every token needs. */
export const anyVerb = TokenVerb.options;

/** The restrictions of a token. */
export const TokenScope = z.object({
  id: z.string(),
  name: z.string(),
  organization: Url,
  /** URLs; null for all datasets of the organization. */
  datasets: z.array(Url).nullable(),
  verbs: z.array(TokenVerb),
  expires: z.string(),
  /** Whether its calls are those of a service account. */
  service_account: z.boolean().default(false),
});
export type TokenScope = z.infer<typeof TokenScope>;
