/** This device's identity: made here, its private halves kept here, its public ones registered with the service. */
import { listIdentities, registerIdentity, type Identity } from '@cloakroom/contract/identities.ts';
import { possessionText } from '@cloakroom/wire/possession.ts';
import { idIn, urlOf, shortIdPattern } from '@cloakroom/contract/reference.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { receivingPair, receivingPublicKey } from '../crypto/hpke.ts';
import { sign, signingPair, signingPublicKey } from '../crypto/sign.ts';
import type { IdentityKeys } from '../keyring/contents.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import type { Party } from './sealedKey.ts';

/** The caller's side of an exchange: the public party, and the private keys. */
export type Self = Party & { signingKey: Buffer; receivingKey: Buffer };

/**
 * This device's identity, made and registered now unless it was before. Its keys are stored before they are registered,
 * so another attempt uses the same ones. A revoked identity is replaced.
 */
export async function createIdentity(
  upstream: Upstream,
  keyring: Keyring,
  principal: Principal,
): Promise<Identity> {
  const { credentials } = principal;
  const kept = await deviceKeys(keyring);
  const registered = await upstream.call(listIdentities, { credentials, query: { limit: 1000 } });
  const isRevoked = registered.some(
    ({ device_id, revoked }) => device_id === kept.device && revoked !== null,
  );
  const keys = isRevoked ? await keyring.setIdentity(freshKeys(keyring), kept.device) : kept;
  return registerKeys(upstream, keyring, principal, keys);
}

/** This device's keys, made now where there are none. The service doesn't know them before {@link createIdentity}. */
export const deviceKeys = async (keyring: Keyring): Promise<IdentityKeys> =>
  keyring.identity ?? (await keyring.setIdentity(freshKeys(keyring)));

async function registerKeys(
  upstream: Upstream,
  keyring: Keyring,
  { user, credentials }: Principal,
  keys: IdentityKeys,
): Promise<Identity> {
  const { signs, receives } = publicKeys(keys);
  const given = { device_id: keys.device, primary_public_key: signs, sub_public_key: receives };
  const signature = sign(Buffer.from(keys.signing, 'hex'), possessionText(user, given)).toString('hex');
  // Other devices of the same person are confirmed like anyone else's: a service can invent one.
  await keyring.trust(user, { signs, receives }, 'compared');
  const identity = await upstream.call(registerIdentity, { credentials, body: { ...given, signature } });
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

/** The public halves of a device's keys. */
export const publicKeys = ({ signing, receiving }: IdentityKeys) => ({
  signs: signingPublicKey(Buffer.from(signing, 'hex')).toString('hex'),
  receives: receivingPublicKey(Buffer.from(receiving, 'hex')).toString('hex'),
});

/**
 * This device's registered identity, made and registered now where there is none.
 * @throws {HttpProblem} as the service refuses it.
 */
export async function ensureSelf(upstream: Upstream, keyring: Keyring, principal: Principal): Promise<Self> {
  if (keyring.identity?.id == null) await createIdentity(upstream, keyring, principal);
  return requireSelf(keyring);
}

/**
 * This device's registered identity.
 * @throws {HttpProblem} 422 before there is one.
 */
export function requireSelf(keyring: Keyring): Self {
  const keys = keyring.identity;
  if (keys?.id == null)
    throw new HttpProblem(
      422,
      'This device has no identity yet. Create one under Identities, then try again.',
    );
  return {
    id: keys.id,
    ...publicKeys(keys),
    signingKey: Buffer.from(keys.signing, 'hex'),
    receivingKey: Buffer.from(keys.receiving, 'hex'),
  };
}
