/** The links that mails carry: who, when, and a signature over both. */

export type SignedLink = { user_id: string; timestamp: string; signature: string };

/** The three parts of a link's query, or null when one is missing. */
export function readSignedLink(query: URLSearchParams): SignedLink | null {
  const [user_id, timestamp, signature] = ['user_id', 'timestamp', 'signature'].map((name) =>
    query.get(name),
  );
  return user_id && timestamp && signature ? { user_id, timestamp, signature } : null;
}
