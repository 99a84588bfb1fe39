/** Context and actors of an activation, and the links in mails. `effects.ts` provides the actors. */
import { fromPromise } from 'xstate';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';

/** User, timestamp, and a signature over both. */
export type SignedLink = { user_id: string; timestamp: string; signature: string; invitation?: string };

/** Reads a signed link, with its invitation if it names one. Returns null if a part is missing. */
export function readSignedLink(query: URLSearchParams): SignedLink | null {
  const [user_id, timestamp, signature] = ['user_id', 'timestamp', 'signature'].map((name) =>
    query.get(name),
  );
  const invitation = query.get('invitation');
  return user_id && timestamp && signature
    ? { user_id, timestamp, signature, ...(invitation && { invitation }) }
    : null;
}

export type ActivationContext = { link: SignedLink | null; failure: Failure | null };

/** Sends the link to the service, which accepts it once. */
export const verify = fromPromise<undefined, SignedLink>(unprovided);
