/** The links in mails: user, timestamp, and a signature over both. */

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
