/** The links that mails carry: who, when, and a signature over both. */

export type SignedLink = { user_id: string; timestamp: string; signature: string; invitation?: string };

/** The three parts of a link's query and the invitation that it may name, or null when one of the three is missing. */
export function readSignedLink(query: URLSearchParams): SignedLink | null {
  const [user_id, timestamp, signature] = ['user_id', 'timestamp', 'signature'].map((name) =>
    query.get(name),
  );
  const invitation = query.get('invitation');
  return user_id && timestamp && signature
    ? { user_id, timestamp, signature, ...(invitation && { invitation }) }
    : null;
}
