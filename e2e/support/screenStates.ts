/** States of pages other than their first view: the path, and the steps that lead there. */
import type { Page } from '@playwright/test';
import type { Sample, SignedIn } from './sample.ts';
import { definitionStates } from './definitionStates.ts';
import { gridStates } from './gridStates.ts';
import { proposalStates } from './proposalStates.ts';
import { recordStates } from './recordStates.ts';
import { button, records, state, type ScreenState } from './screenState.ts';
import { editor, writeSchema } from './schemaEditor.ts';
import { pressUpload } from './upload.ts';

/** The stored sign-in for a state. */
export const signedInAs = ({ who }: ScreenState, { owner, member }: Sample): SignedIn | undefined =>
  who
    ? { atService: owner.signedInAtService, member: member.signedIn, signedOut: undefined }[who]
    : owner.signedIn;

async function choose(page: Page, name: string, text: string): Promise<void> {
  await button(page, 'Upload Records').click();
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByRole('dialog').getByLabel('Select File').setInputFiles(file);
  await button(page, 'Clear').waitFor();
}

const guests = (rows: string[]) => ['born,name,ward,weight', ...rows].join('\n');
const badRows = Array.from(
  { length: 12 },
  (_, index) => `19${index}0-13-01,Guest ${index},East,${index}0.55`,
);

/** Moves Mara from the requesters to the owners and grants a field; nothing is saved. */
async function editTeams(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^mara/ }).check();
  await button(page, /^Add chosen members to .* Owners/).click();
  await button(page, /Data Requesters/).click();
  await button(page, /^Remove mara/).click();
  await page.getByRole('checkbox', { name: 'city' }).check();
  await page.getByText('3 changes not saved yet.').waitFor();
}
/** A keyring whose words have not been shown yet; the words are made up because a screenshot shows them. */
const unseenKeyring = { state: 'open', phrase: 'unseen', passphrase: 'file', device_id: null };
const words = Array.from({ length: 24 }, (_, index) => `example${index + 1}`);
const unprovenKeyring = { state: 'unproven', phrase: null, passphrase: 'file', device_id: null };
const missingKeyring = {
  state: 'missing',
  phrase: null,
  passphrase: 'file',
  device_id: null,
  earlier: {
    devices: [{ device_id: 'q3RzX0l0c2FkZXZpY2U', created: '2026-11-02T10:00:00Z' }],
    schemas: [{ id: 'zyxwvutsrqpnmkjihgfedc', name: 'Guests', created: '2026-11-03T10:00:00Z' }],
  },
};
const permissions = ({ full }: Sample) => `${full}/permissions`;

/** Signed-out states first, then by page. */
export const screenStates: ScreenState[] = [
  ...recordStates,
  ...gridStates,
  ...proposalStates,
  ...definitionStates,
  state(
    'login-failed',
    '/login',
    async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByText('Login failed').waitFor();
    },
    'signedOut',
  ),
  state('register-incomplete', '/register', (page) => button(page, 'Create Account').click(), 'signedOut'),
  state(
    'register-terms',
    '/register',
    async (page) => {
      await page.getByRole('checkbox', { name: 'I agree to the Terms of Service' }).click();
      await button(page, 'I agree').waitFor();
    },
    'signedOut',
  ),
  state('datasets-create', '/datasets', async (page) => {
    await button(page, 'Create Dataset').click();
    await page.getByRole('dialog', { name: 'Add a new Dataset' }).waitFor();
  }),
  state('alert-history', '/devtest', async (page) => {
    await button(page, 'Raise: error').click();
    await button(page, 'Raise: success').click();
    await button(page, /^Alerts/).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('region', { name: 'Alert history' }))
      .first()
      .waitFor();
  }),
  state(
    'schema-create-wrong',
    ({ dataset }) => `${dataset}/schemas/create`,
    async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Zip codes');
      const text = '{\n  "type": "object",\n  "properties": {\n    "age": { "type": "integer" }\n  }\n}\n';
      // On a phone the plain text field is shown first.
      if (page.viewportSize()!.width < 640) await editor(page).fill(text);
      else await writeSchema(page, text);
      await button(page, 'Create').click();
      await page.getByRole('heading', { name: '1 problem' }).waitFor();
    },
  ),
  state('records-upload', records, (page) => button(page, 'Upload Records').click()),
  state(
    'records-upload-chosen',
    ({ empty }) => `${empty}/records`,
    (page) => choose(page, 'guests.csv', guests(['1970-01-01,Ada,North,61.5'])),
  ),
  state(
    'records-upload-wrong',
    ({ empty }) => `${empty}/records`,
    async (page) => {
      await choose(page, 'guests.csv', guests(badRows));
      await pressUpload(page);
      await page.getByRole('heading', { name: 'Upload Terminated' }).waitFor();
    },
  ),
  state(
    'records-upload-sending',
    ({ empty }) => `${empty}/records`,
    async (page) => {
      // The call is never answered, so the upload stays in this state.
      await page.route('**/api/jobs/upload/**', () => undefined);
      await choose(page, 'guests.csv', guests(['1970-01-01,Ada,North,61.5']));
      await pressUpload(page);
      await page.getByText('Sending and sealing').waitFor();
    },
  ),
  state('uploads', records, async (page) => {
    await page.getByRole('button', { name: 'Uploads', exact: true }).click();
    await page
      .getByRole('button', { name: /^Take back the upload/ })
      .first()
      .waitFor();
  }),
  state('upload-take-back', records, async (page) => {
    await page.getByRole('button', { name: 'Uploads', exact: true }).click();
    await button(page, /^Take back the upload/).click();
    await page.getByRole('dialog', { name: 'Take this upload back?' }).waitFor();
  }),
  state(
    'schema-delete',
    ({ full }) => full,
    async (page) => {
      await button(page, 'Delete Schema').click();
      await page.getByRole('dialog').waitFor();
    },
  ),
  state(
    'records-bare',
    records,
    (page) => page.getByText('No Proxy Detected', { exact: true }).waitFor(),
    'atService',
  ),
  state('permissions-edited', permissions, editTeams),
  state('permissions-review', permissions, async (page) => {
    await editTeams(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('What this means').waitFor();
  }),
  state('permissions-renew', permissions, async (page) => {
    await button(page, 'Renew keys').click();
    await page.getByRole('dialog').waitFor();
  }),
  state(
    'identities-bare',
    '/identities',
    (page) => page.getByText('No Proxy Detected').waitFor(),
    'atService',
  ),
  state('identities-revoke', '/identities', async (page) => {
    await page
      .getByRole('button', { name: /^Revoke the identity/ })
      .first()
      .click();
    await page.getByText(/re-shared|nothing has to be shared/).waitFor();
  }),
  state('keyring-words', '/identities', async (page) => {
    await page.route('**/api/keyring/', (route) => route.fulfill({ json: unseenKeyring }));
    await page.route('**/api/keyring/phrase/', (route) => route.fulfill({ json: { words } }));
    await page.reload();
    await button(page, 'Write down the recovery words').click();
    await page.getByText(words[23] ?? '').waitFor();
  }),
  state('keyring-unproven', '/identities', async (page) => {
    await page.route('**/api/keyring/', (route) => route.fulfill({ json: unprovenKeyring }));
    await page.reload();
    await page.getByText(/^Your keyring is on this machine, but/).waitFor();
  }),
  state('keyring-unproven-words', '/identities', async (page) => {
    await page.route('**/api/keyring/', (route) => route.fulfill({ json: unprovenKeyring }));
    await page.reload();
    await button(page, 'Enter recovery words').click();
    await page.getByRole('dialog', { name: 'Enter recovery words' }).waitFor();
  }),
  state('keyring-missing', '/identities', async (page) => {
    await page.route('**/api/keyring/', (route) => route.fulfill({ json: missingKeyring }));
    await page.reload();
    await page.getByLabel('Recovery words').waitFor();
  }),
  state('keyring-missing-records', records, async (page) => {
    await page.route('**/api/keyring/', (route) => route.fulfill({ json: missingKeyring }));
    await page.reload();
    await page.getByLabel('Recovery words').waitFor();
  }),
  state('keyring-begin', '/identities', async (page) => {
    await page.route('**/api/keyring/', (route) => route.fulfill({ json: missingKeyring }));
    await page.reload();
    await button(page, 'I don’t have the words').click();
    await page.getByRole('dialog').waitFor();
  }),
  state('keyring-restore', '/identities', async (page) => {
    await button(page, 'Enter recovery words').click();
    await page.getByRole('dialog').getByLabel('Recovery words').fill('too few words');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore my keys' }).click();
    await page.getByText('Enter 24 words. These are 3.').first().waitFor();
  }),
  state('requests-fulfill', '/requests', async (page) => {
    await page
      .getByRole('button', { name: /^Fulfill __query/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  state('requests-deny', '/requests', async (page) => {
    await page.getByRole('button', { name: /^Deny/ }).first().click();
    await page.getByRole('dialog').waitFor();
  }),
  state('users-add', '/users', (page) => button(page, 'Add User').click()),
  state('users-edit', '/users', (page) => button(page, /^Edit mara/).click()),
  state('users-remove', '/users', async (page) => {
    await button(page, /^Remove mara/).click();
    await page.getByText(/^They leave/).waitFor();
  }),
  state('signed-out', '/account', async (page) => {
    await page.getByLabel('Full Name').waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies({ name: 'sessionid' });
    await page.getByLabel('Full Name').fill('Olga Holder');
    await button(page, 'Save Name').click();
    await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor();
  }),
];
