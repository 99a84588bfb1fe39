/** What a device signs to show that the public keys it registers are its own, and whose they are to be. */

type Registration = { device_id: string; primary_public_key: string; sub_public_key: string };

/**
 * The bytes under an identity's registration, each part preceded by its length, so that no two lists of parts read the same.
 * They include the person, so that no other person can register these keys.
 * @param user - the person's id. All parts are ASCII.
 */
export function possessionText(user: string, identity: Registration): Uint8Array {
  const { device_id, primary_public_key, sub_public_key } = identity;
  const parts = ['cloakroom identity', user, device_id, primary_public_key, sub_public_key];
  return new TextEncoder().encode(parts.map((part) => `${part.length}:${part}`).join(''));
}
