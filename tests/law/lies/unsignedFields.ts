/**
 * Fields of the service's answers that no signature covers. Each affects only the value shown for it; none decides who gets
 * keys, which records a search finds, what a record holds, or which keys and which definition are valid.
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
    why: 'Names, references and annotations don’t change the meaning of values.',
  },
  {
    call: 'GET /api/schemas/:id/',
    fields: rights,
    shows: /^permissions\.|^may_accept$/,
    why: 'The service decides what it lets a person do. Values are decrypted with keys, not with permissions.',
  },
  {
    call: 'GET /api/schemas/:id/',
    fields: ['key_checks', 'key_checks.*', 'earlier_key_checks', 'earlier_key_checks.*', 'generation'],
    shows: /^(key_checks|earlier_key_checks|generation)/,
    why: 'Key checks are only shown here. Every use of a key compares them with the keyring and the access log.',
  },
  {
    call: 'GET /api/schemas/:id/teams/',
    fields: ['', '[].members', '[].members[]', '[].members[].id', '[].members[].email'],
    shows: /^(people\[\]\.email$|unconfirmed)/,
    why: 'Only the service knows e-mail addresses; a device that was admitted under another address is compared again.',
  },
  {
    call: 'GET /api/requests/',
    fields: ['[].id', ''],
    shows: /^\[\](\.request)?$/,
    why: 'Requests belong to the service. A request gets a key only for a device and a person that were signed for.',
  },
  {
    call: 'GET /api/schemas/:id/sealed-views/',
    fields: ['[].creator', '', '[].id'],
    shows: /^\[\](\.creator)?$/,
    why: 'Only the service knows whether a view is listed, and who created it. The content of a view is sealed with its schema and id.',
  },
  {
    call: 'GET /api/uploads/',
    fields: ['[].removing', '[].owner', '[].owner_email', '[].created', '', '[].id'],
    shows: /^\[\](\.(removing|owner|owner_email|created))?$/,
    why: 'The signed manifest does not say who uploaded, when, and which rows still have to be removed.',
  },
  {
    call: 'GET /api/uploads/:id/',
    fields: ['removing', 'owner', 'owner_email', 'created'],
    shows: /^(removing|owner|owner_email|created)$/,
    why: 'The same for one upload.',
  },
  {
    call: 'GET /api/status/',
    fields: ['api_version', 'outbox', 'demo'],
    shows: /^(api_version|outbox|demo)$/,
    why: 'Statements of the service about itself.',
  },
];

export const unsignedSharingFields: UnsignedField[] = [
  {
    call: 'POST /api/identities/register/',
    fields: ['id', 'created', 'revoked'],
    shows: /^(id|url|created|revoked)$/,
    why: 'The service’s id of a device. The device’s keys decide, and people compare the words of these keys.',
  },
  {
    call: 'PUT /api/schemas/:id/key-checks/',
    fields: [...named, ...rights],
    shows: /^(url|dataset|name|slug|description|creator|keys_by|created|schema\.title|permissions)/,
    why: 'Names and references of a schema, and what the service lets a person do, after its keys were changed.',
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
  why: 'Names and references of a schema, what the service lets a person do, and keys that are compared with the keyring whenever they are used.',
}));

export const unsignedStoringFields: UnsignedField[] = [
  ...unsignedSchemaFields,
  {
    call: 'PUT /api/schemas/:id/sealed-views/:viewId/',
    fields: ['creator'],
    shows: /^creator$/,
    why: 'Only the service knows who created a view.',
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
    why: 'A short name for addresses, and the service’s name for the team. The signed grant says what its members may have.',
  },
  {
    call: 'POST /api/organizations/:id/teams/',
    fields: ['slug', 'role'],
    shows: /^(slug|role)$/,
    why: 'The same for a new team.',
  },
  {
    call: 'PATCH /api/teams/:id/',
    fields: ['slug', 'role', 'members', 'members[]'],
    shows: /^(slug|role|members)/,
    why: 'The same for a renamed team. Its members are not changed; the valid ones are in the access log.',
  },
  {
    call: 'PATCH /api/grants/:id/',
    fields: ['can_create_records'],
    shows: /^can_create_records$/,
    why: 'The service decides whether it accepts records from the team’s members. The keys are signed.',
  },
  {
    call: 'PATCH /api/schemas/:id/grants/:grantId/',
    fields: ['can_create_records'],
    shows: /^can_create_records$/,
    why: 'The service decides whether it accepts records from the team’s members.',
  },
];

export const unsignedSignInFields: UnsignedField[] = ['logout', 'change-password', 'reset-password'].map(
  (call) => ({
    call: `POST /api/accounts/${call}/`,
    fields: ['detail'],
    shows: /^detail$/,
    why: 'A sentence about what was done. The proxy relies on the status and on what it has seen itself.',
  }),
);

export const unsignedRestoringFields: UnsignedField[] = [
  {
    call: 'GET /api/identities/',
    fields: ['', '[].device_id', '[].created'],
    shows: /^earlier\.devices\[\]/,
    why: 'Only the service knows which devices a person had. Their names and dates are shown; the words open the keyring.',
  },
  {
    call: 'GET /api/schemas/',
    fields: ['', '[].id', '[].name', '[].created', '[].creator', '[].keys_by', '[].key_checks'],
    shows: /^earlier\.schemas\[\]/,
    why: 'Without a keyring, only the service knows which schemas a person created. They are shown, and decide no key.',
  },
];
