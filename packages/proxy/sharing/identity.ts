/** This device's identity: created here, private keys in the keyring, public keys registered with the service. */
import { listIdentities, registerIdentity, type Identity } from '@cloakroom/contract/identities.ts';
import { possessionText } from '@cloakroom/wire/possession.ts';
import { idIn, urlOf, shortIdPattern } from '@cloakroom/contract/reference.ts';
import { HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { receivingPair, receivingPublicKey } from '../crypto/hpke.ts';
import { sign, signingPair, signingPublicKey } from '../crypto/sign.ts';
import type { IdentityKeys } from '../keyring/contents.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import type { Party } from './sealedKey.ts';

/** The caller's side of an exchange: public and private keys. */
export type Self = Party & { signingKey: Buffer; receivingKey: Buffer };

/**
 * Creates and registers this device's identity, if it has none yet. Its keys are stored before they are registered, so that
 * another attempt uses the same ones. A revoked identity is replaced.
 */
export async function createIdentity(
  upstream: Upstream,
  keyring: Keyring,
  principal: Principal,
): Promise<Identity> {
  const { credentials } = principal;
  const stored = await deviceKeys(keyring);
  const registered = await upstream.call(listIdentities, { credentials, query: { limit: 1000 } });
  const isRevoked = registered.some(
    ({ device_id, revoked }) => device_id === stored.device && revoked !== null,
  );
  const keys = isRevoked ? await keyring.setIdentity(freshKeys(keyring), stored.device) : stored;
  return registerKeys(upstream, keyring, principal, keys);
}

/** This device's keys; created if there are none. They are not registered before {@link createIdentity}. */
export const deviceKeys = async (keyring: Keyring): Promise<IdentityKeys> =>
  keyring.identity ?? (await keyring.setIdentity(freshKeys(keyring)));

async function registerKeys(
  upstream: Upstream,
  keyring: Keyring,
  { user, credentials }: Principal,
  keys: IdentityKeys,
): Promise<Identity> {
  const { signs, receives } = publicKeys(keys);
  const registration = { device_id: keys.device, primary_public_key: signs, sub_public_key: receives };
  const signature = sign(Buffer.from(keys.signing, 'hex'), possessionText(user, registration)).toString(
    'hex',
  );
  // Only this device is trusted: the service can invent other devices of the same person.
  await keyring.trust(user, { signs, receives }, 'compared');
  const identity = await upstream.call(registerIdentity, {
    credentials,
    body: { ...registration, signature },
  });
  if (identity.primary_public_key !== signs || identity.sub_public_key !== receives)
    throw new HttpProblem(502, 'The service registered other keys than those of this device. Do not use this identity.'); // prettier-ignore
  const { id } = identity;
  if (identity.device_id !== keys.device || referenceOf(identity.user) !== user || !shortIdPattern.test(id))
    throw new HttpProblem(502, 'The service registered the keys of this device for another device or person. Do not use this identity.'); // prettier-ignore
  await keyring.setIdentity({ ...keys, id }, keys.device);
  return { ...identity, url: urlOf('identities', id), user: urlOf('users', user) };
}

const referenceOf = (user: Identity['user']) => (typeof user === 'string' ? idIn(user) : user.id);

const freshKeys = (keyring: Keyring): IdentityKeys => ({
  device: keyring.newDeviceId(),
  signing: signingPair().privateKey.toString('hex'),
  receiving: receivingPair().privateKey.toString('hex'),
  id: null,
});

/** The public keys of a device. */
export const publicKeys = ({ signing, receiving }: IdentityKeys) => ({
  signs: signingPublicKey(Buffer.from(signing, 'hex')).toString('hex'),
  receives: receivingPublicKey(Buffer.from(receiving, 'hex')).toString('hex'),
});

/**
 * This device's registered identity; created if there is none.
 * @throws {HttpProblem} the service's refusal.
 */
export async function ensureSelf(upstream: Upstream, keyring: Keyring, principal: Principal): Promise<Self> {
  if (keyring.identity?.id == null) await createIdentity(upstream, keyring, principal);
  return requireSelf(keyring);
}

/**
 * This device's registered identity.
 * @throws {HttpProblem} 422 if there is none.
 */
export function requireSelf(keyring: Keyring): Self {
  const keys = keyring.identity;
  if (keys?.id == null)
    throw unprocessable('This device has no identity yet. Create one under Identities, then try again.');
  return {
    id: keys.id,
    ...publicKeys(keys),
    signingKey: Buffer.from(keys.signing, 'hex'),
    receivingKey: Buffer.from(keys.receiving, 'hex'),
  };
}
