/** `identity list`, `create` and `revoke`: the key pairs of a person's devices. */
import { paginate } from '@cloakroom/client/paginate.ts';
import {
  createIdentity,
  listIdentities,
  revokeIdentity,
  type Identity,
} from '@cloakroom/contract/identities.ts';
import { getKeyring } from '@cloakroom/contract/keyring.ts';
import { conflict } from '@cloakroom/server-kit/problem.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { oneArgument, requireYes, type Command } from './command.ts';
import { referenceIn } from './references.ts';
import type { Session } from './session.ts';

/** An identity with the eight words of its fingerprint, computed here. */
export const withFingerprint = (identity: Identity) => ({
  ...identity,
  fingerprint: fingerprintOf(identity).words.join(' '),
});

const ownIdentities = ({ call }: Session) => paginate((page) => call(listIdentities, { query: page }));

export const identityList: Command = {
  usage: '',
  options: {},
  run: async (session) => (await ownIdentities(session)).map(withFingerprint),
};

export const identityCreate: Command = {
  usage: '',
  options: {},
  run: async (session) => {
    const { device_id: device } = await session.call(getKeyring, {});
    const identities = device === null ? [] : await ownIdentities(session);
    const present = identities.find(({ device_id, revoked }) => device_id === device && revoked === null);
    if (present) throw conflict(`This machine already has an identity: ${present.id}.`);
    return withFingerprint(await session.call(createIdentity, {}));
  },
};

export const identityRevoke: Command = {
  usage: '<id> --yes',
  options: { yes: { type: 'boolean' } },
  run: async ({ call }, args) => {
    const id = referenceIn(oneArgument(args, 'identity'), 'identity');
    requireYes(args, 'This deletes the identity’s requests and the keys sealed for it, and can’t be undone.');
    return withFingerprint(await call(revokeIdentity, { params: { id } }));
  },
};
