/**
 * Fields of the service's answers that no signature covers. Each shows in its own place alone; none decides who gets
 * keys, which records a search answers, what a record holds, or which keys and which definition count.
 */
import type { UnsignedField } from './verdicts.ts';

const named = [
  'url',
  'dataset',
  'name',
  'slug',
  'description',
  'creator',
  'keys_by',
  'created',
  'schema.title',
];
const rights = [
  'permissions',
  'permissions.can_search',
  'permissions.can_upload',
  'permissions.can_decrypt',
  'permissions.can_share_keys',
];

export const unsignedReadingFields: UnsignedField[] = [
  {
    call: 'GET /api/schemas/:id/',
    fields: named,
    shows: /^(url|dataset|name|slug|description|creator|keys_by|created|schema\.title)$/,
    why: 'Names, places and annotations give no value a meaning.',
  },
  {
    call: 'GET /api/schemas/:id/',
    fields: rights,
    shows: /^permissions\.|^may_accept$/,
    why: 'What the service lets a person do is the service’s to decide. It opens nothing: keys do.',
  },
  {
    call: 'GET /api/schemas/:id/',
    fields: ['key_checks', 'key_checks.*', 'earlier_key_checks', 'earlier_key_checks.*', 'generation'],
    shows: /^(key_checks|earlier_key_checks|generation)/,
    why: 'Key checks are only shown here. Every use of a key holds them against the keyring and the signed log.',
  },
  {
    call: 'GET /api/schemas/:id/teams/',
    fields: ['', '[].members', '[].members[]', '[].members[].id', '[].members[].email'],
    shows: /^(people\[\]\.email$|unconfirmed)/,
    why: 'An e-mail address is the service’s word; the device that was admitted under another one is compared again.',
  },
  {
    call: 'GET /api/requests/',
    fields: ['[].id', ''],
    shows: /^\[\](\.request)?$/,
    why: 'A request is the service’s own. It gets a key only for a device and a person that were signed for.',
  },
  {
    call: 'GET /api/schemas/:id/sealed-views/',
    fields: ['[].creator', '', '[].id'],
    shows: /^\[\](\.creator)?$/,
    why: 'Whether a view is listed, and who created it, is the service’s word. What a view holds is sealed for its place.',
  },
  {
    call: 'GET /api/uploads/',
    fields: ['[].removing', '[].owner', '[].owner_email', '[].created', '', '[].id'],
    shows: /^\[\](\.(removing|owner|owner_email|created))?$/,
    why: 'Who uploaded, when, and which rows still have to go is not in the signed list of segments.',
  },
  {
    call: 'GET /api/uploads/:id/',
    fields: ['removing', 'owner', 'owner_email', 'created'],
    shows: /^(removing|owner|owner_email|created)$/,
    why: 'The same, of one upload.',
  },
  {
    call: 'GET /api/status/',
    fields: ['api_version', 'outbox', 'demo'],
    shows: /^(api_version|outbox|demo)$/,
    why: 'What the service says of itself.',
  },
];

export const unsignedSharingFields: UnsignedField[] = [
  {
    call: 'POST /api/identities/register/',
    fields: ['id', 'created', 'revoked'],
    shows: /^(id|url|created|revoked)$/,
    why: 'How the service calls a device. Its keys decide, and the words that people compare are theirs.',
  },
  {
    call: 'PUT /api/schemas/:id/key-checks/',
    fields: [...named, ...rights],
    shows: /^(url|dataset|name|slug|description|creator|keys_by|created|schema\.title|permissions)/,
    why: 'Names and places of a schema, and what the service lets a person do, after its keys were changed.',
  },
];

const unsignedSchemaFields = [
  'POST /api/schemas/',
  'PUT /api/schemas/:id/key-checks/',
  'PATCH /api/schemas/:id/',
].map((call) => ({
  call,
  fields: [
    ...named,
    ...rights,
    'earlier_key_checks',
    'earlier_key_checks.*',
    ...(call.startsWith('PATCH') ? ['key_checks', 'key_checks.*', 'generation'] : []),
  ],
  shows:
    /^(ids|checks|url|dataset|name|slug|description|creator|keys_by|created|schema\.title|permissions|earlier_key_checks|key_checks|generation)/,
  why: 'Names and places of a schema, what the service lets a person do, and keys that are held against the keyring whenever they are used.',
}));

export const unsignedStoringFields: UnsignedField[] = [
  ...unsignedSchemaFields,
  {
    call: 'PUT /api/schemas/:id/sealed-views/:viewId/',
    fields: ['creator'],
    shows: /^creator$/,
    why: 'Who created a view is the service’s word.',
  },
  {
    call: 'POST /api/records/read/',
    fields: ['[].owner', '[].created'],
    shows: /^sealed\[\]\.(owner|created)$|^body\[\]\.(owner|created)$/,
    why: 'Who stored a record, and when, is not sealed with it.',
  },
  {
    call: 'POST /api/records/read/',
    fields: ['[].field_set'],
    shows: /^sealed\[\]\.field_set$/,
    why: 'A record of a group has no field-set tag: the group says which of its fields have values.',
  },
];

export const unsignedTeamFields: UnsignedField[] = [
  {
    call: 'PUT /api/organizations/:id/teams/:teamId/',
    fields: ['slug', 'role'],
    shows: /^(slug|role)$/,
    why: 'A short name for addresses, and how the service calls the team. The signed grant says what its members may have.',
  },
  {
    call: 'POST /api/organizations/:id/teams/',
    fields: ['slug', 'role'],
    shows: /^(slug|role)$/,
    why: 'The same, of a new team.',
  },
  {
    call: 'PATCH /api/teams/:id/',
    fields: ['slug', 'role', 'members', 'members[]'],
    shows: /^(slug|role|members)/,
    why: 'The same, of a renamed team. Its members are not changed; those who count are in the signed list.',
  },
  {
    call: 'PATCH /api/grants/:id/',
    fields: ['can_create_records'],
    shows: /^can_create_records$/,
    why: 'Whether the service takes records of the team’s members is the service’s to decide. The keys are signed.',
  },
  {
    call: 'PATCH /api/schemas/:id/grants/:grantId/',
    fields: ['can_create_records'],
    shows: /^can_create_records$/,
    why: 'Whether the service takes records of the team’s members is the service’s to decide.',
  },
];

export const unsignedSignInFields: UnsignedField[] = ['logout', 'change-password', 'reset-password'].map(
  (call) => ({
    call: `POST /api/accounts/${call}/`,
    fields: ['detail'],
    shows: /^detail$/,
    why: 'A sentence about what was done. The proxy goes by the status and by what it has seen itself.',
  }),
);

export const unsignedRestoringFields: UnsignedField[] = [
  {
    call: 'GET /api/identities/',
    fields: ['', '[].device_id', '[].created'],
    shows: /^earlier\.devices\[\]/,
    why: 'Which devices a person had is known to the service alone. Their names and days are shown; the words open the keyring.',
  },
  {
    call: 'GET /api/schemas/',
    fields: ['', '[].id', '[].name', '[].created', '[].creator', '[].keys_by', '[].key_checks'],
    shows: /^earlier\.schemas\[\]/,
    why: 'Which schemas a person made is known to the service alone, where no keyring is. It is shown, and decides no key.',
  },
];
