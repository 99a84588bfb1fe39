/** What a device signs to prove that it owns the public keys that it registers, and for whom it registers them. */

type Registration = { device_id: string; primary_public_key: string; sub_public_key: string };

/**
 * The bytes under an identity's registration, each part preceded by its length, so that no two lists of parts give the same bytes.
 * They include the person, so that no other person can register these keys.
 * @param user - the person's id. All parts are ASCII.
 */
export function possessionText(user: string, identity: Registration): Uint8Array {
  const { device_id, primary_public_key, sub_public_key } = identity;
  const parts = ['cloakroom identity', user, device_id, primary_public_key, sub_public_key];
  return new TextEncoder().encode(parts.map((part) => `${part.length}:${part}`).join(''));
}
