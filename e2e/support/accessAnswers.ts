/** Possible answers of proxy and service about shared keys, invitations and mails, for screenshots. */
import type { KnownDevice, SchemaAccess, Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import type { OwnInvitation } from '@cloakroom/contract/invitations.ts';

function device(digit: string, compared: boolean): KnownDevice {
  const [signs, receives] = [digit.repeat(64), `${digit}0`.repeat(32)];
  const { words } = fingerprintOf({ primary_public_key: signs, sub_public_key: receives });
  return { signs, receives, compared, words };
}

const olga = { user: 'olga', email: 'olga.owner@example.org', owner: true };
export const mara = { user: 'mara', email: 'mara.member@example.org', owner: false };
const nora = {
  user: 'nora',
  email: 'nora-with-a-long-address.of-the-northern-harbour@example.org',
  owner: false,
};

const added: Unconfirmed = {
  type: 'member',
  team: 'owners',
  team_name: 'Zip codes Data Owners',
  user: 'eve',
  email: 'eve.example@example.org',
  fields: null,
  can_share_keys: true,
};
export const widened: Extract<Unconfirmed, { type: 'grant' }> = {
  type: 'grant',
  id: 'grant',
  teams: ['requesters'],
  team_names: ['Zip codes Data Requesters'],
  field_names: ['__query', 'city', 'county'],
  can_share_keys: false,
  added: ['city', 'county'],
};
export const unconfirmed = [added, widened];

const firstSignature = { name: 'Olga Owner', user: 'olga', time: '2026-11-23T09:30:00.000Z' };
export const accepted: SchemaAccess = {
  state: 'accepted',
  detail: '',
  begun: firstSignature,
  words: [],
  may_sign: true,
  notice: false,
  people: [
    { ...olga, devices: [device('1', true)] },
    { ...mara, devices: [device('2', true), device('3', false)] },
    { ...nora, devices: [] },
  ],
  unconfirmed: [],
};
const nothing = { may_sign: false, people: [], unconfirmed: [] };
export const unknown: SchemaAccess = {
  ...accepted,
  ...nothing,
  state: 'unconfirmed',
  detail: 'Olga Owner is not known here as an owner.',
  words: device('1', false).words,
};
export const refused: SchemaAccess = {
  ...accepted,
  ...nothing,
  state: 'refused',
  detail:
    'The signed list of who may have the keys of "Zip codes" went back from entry 9 to 4, so nothing is sealed or taken by it. Tell the operator of the service.',
  begun: null,
};

export const invitations: OwnInvitation[] = ['Northern Harbour Clinic', 'Laboratory of the University'].map(
  (organization_name, index) => ({
    id: `${index}`.repeat(22),
    url: `/api/invitations/${`${index}`.repeat(22)}/`,
    organization_name,
    is_admin: index === 1,
    expires: '2026-11-30T10:00:00.000Z',
    created: '2026-11-23T10:00:00.000Z',
  }),
);
export const mail = {
  id: 'one',
  to: 'mara.member@example.org',
  subject: 'You are invited to Harbour Clinic',
  date: 'Mon, 23 Nov 2026 10:00:00 +0000',
};
export const mailText =
  'Hello,\n\nOlga Owner invites you to Harbour Clinic. Open your account:\n\nhttp://localhost:4000/accounts/accept-invitation?user_id=2222222222222222222222&timestamp=1700000000&signature=0123456789abcdef0123456789abcdef\n\nThe link works for seven days.\n';
