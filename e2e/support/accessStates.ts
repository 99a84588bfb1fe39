/** States of the screens about signed access, compared devices and invitations. */
import type { Page, Route } from '@playwright/test';
import type { RequestStatus, SchemaAccess } from '@cloakroom/contract/accessLog.ts';
import type { OwnInvitation } from '@cloakroom/contract/invitations.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import {
  accepted,
  invitations,
  mail,
  mailText,
  mara,
  refused,
  unconfirmed,
  unknown,
  widened,
} from './accessAnswers.ts';
import type { Sample } from './sample.ts';
import type { ScreenState } from './screenState.ts';

const permissions = ({ full }: Sample) => `${full}/permissions`;
const schema = ({ full }: Sample) => full;
const identities = () => '/identities';
const requests = () => '/requests';
const invitationsPage = () => '/invitations';

const mockJson = (page: Page, path: string | RegExp, answer: unknown): Promise<unknown> =>
  page.route(path, (route) => route.fulfill({ json: answer }));

/** Answers with this access log instead of the proxy. */
const showAccess = (page: Page, access: SchemaAccess) => mockJson(page, '**/api/schemas/*/access/', access);

const devices: RequestStatus['device'][] = ['new', 'uncompared', 'changed', 'compared', 'unusable'];
const fields = ['__query', 'city', 'county', 'latitude', 'state'];

/** Shows a request from each kind of device; the fourth person has no signed access. */
async function showRequests(page: Page): Promise<void> {
  await page.route(/\/api\/requests\/\?/, async (route: Route) => {
    const [first] = (await (await route.fetch()).json()) as Request[];
    const all = fields.map((field_name, index) => ({ ...first!, id: `${index}`.repeat(22), field_name }));
    await route.fulfill({ json: all, headers: { 'x-total-count': String(all.length) } });
  });
  const statuses = devices.map((device, index) => ({
    request: `${index}`.repeat(22),
    device,
    access: index === 3 ? 'unconfirmed' : 'signed',
  }));
  await mockJson(page, '**/api/requests/statuses/', statuses);
  await page.reload();
  await page.getByText('Unconfirmed', { exact: true }).waitFor();
}

const fulfill = (page: Page, field: string) =>
  page.getByRole('button', { name: `Fulfill ${field} for ${mara.email}` }).click();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor();

const showInvitations = async (page: Page, shown: OwnInvitation[]) => {
  await mockJson(page, /\/api\/invitations\/(\?|$)/, shown);
  await page.reload();
};

const unproven = { state: 'unproven', phrase: null, passphrase: 'own', device_id: null };
const withAccess =
  (access: SchemaAccess, open: (page: Page) => Promise<unknown>): ScreenState['open'] =>
  async (page) => {
    await showAccess(page, access);
    await page.reload();
    await open(page);
  };
const state = (
  name: string,
  path: ScreenState['path'],
  open: ScreenState['open'],
  who?: ScreenState['who'],
): ScreenState => ({ name, path, open, ...(who && { who }) });

const card = (page: Page) => page.getByRole('heading', { name: 'Who may have the keys' }).waitFor();
export const accessStates: ScreenState[] = [
  state('access-signed', permissions, withAccess(accepted, card)),
  state('access-unconfirmed', permissions, withAccess({ ...accepted, unconfirmed }, card)),
  state('access-not-signing', permissions, withAccess({ ...accepted, unconfirmed, may_sign: false }, card)),
  state(
    'access-compare',
    permissions,
    withAccess(accepted, async (page) => {
      await page.getByRole('button', { name: `Compare a device of ${mara.email}` }).click();
      await dialog(page, 'Compare this device?');
    }),
  ),
  state(
    'access-confirm',
    permissions,
    withAccess({ ...accepted, unconfirmed }, async (page) => {
      await page.getByRole('button', { name: 'Confirm eve.example@example.org' }).click();
      await dialog(page, 'Confirm access?');
    }),
  ),
  state(
    'access-begun',
    permissions,
    withAccess({ ...accepted, notice: true }, (page) =>
      page.getByText('Who may have the keys is now signed').waitFor(),
    ),
  ),
  state(
    'access-begun-schema',
    schema,
    withAccess({ ...accepted, notice: true }, (page) =>
      page.getByText('Who may have the keys is now signed').waitFor(),
    ),
  ),
  state(
    'access-unknown',
    schema,
    withAccess(unknown, (page) => page.getByRole('button', { name: 'Compare words' }).waitFor()),
  ),
  state(
    'access-trust',
    permissions,
    withAccess(unknown, async (page) => {
      await page.getByRole('button', { name: 'Compare words' }).click();
      await dialog(page, 'Accept what Olga Owner has signed?');
    }),
  ),
  state(
    'access-refused',
    permissions,
    withAccess(refused, (page) => page.getByText('was refused').waitFor()),
  ),
  state('requests-statuses', requests, showRequests),
  state('requests-first-device', requests, async (page) => {
    await showRequests(page);
    await fulfill(page, '__query');
    await page.getByRole('checkbox', { name: /^Share without comparing/ }).check();
  }),
  state('requests-other-device', requests, async (page) => {
    await showRequests(page);
    await fulfill(page, 'county');
    await dialog(page, 'Fulfill request?');
  }),
  state('requests-unconfirmed', requests, async (page) => {
    await showAccess(page, { ...accepted, unconfirmed: [{ ...widened, added: null, field_names: null }] });
    await showRequests(page);
    await fulfill(page, 'latitude');
    await dialog(page, 'No owner has confirmed this');
    await page.getByRole('list', { name: 'Not confirmed' }).waitFor();
  }),
  state(
    'materials-receive',
    () => '/materials',
    async (page) => {
      await page
        .getByRole('button', { name: /^Receive material / })
        .first()
        .click();
      await dialog(page, 'Receive key?');
    },
    'member',
  ),
  state('invitations', invitationsPage, async (page) => {
    await showInvitations(page, invitations);
    await page.getByRole('list', { name: 'Invitations' }).waitFor();
  }),
  state('invitations-none', invitationsPage, async (page) => {
    await showInvitations(page, []);
    await page.getByText('No invitations').waitFor();
  }),
  state(
    'invitations-notice',
    () => '/datasets',
    async (page) => {
      await showInvitations(page, invitations);
      await page.getByText('You have 2 invitations').waitFor();
    },
  ),
  state(
    'account-leave',
    () => '/account',
    async (page) => {
      await page.getByRole('button', { name: 'Leave organization' }).click();
      await dialog(page, /^Leave /);
    },
    'member',
  ),
  state(
    'account-member',
    () => '/account',
    (page) => page.getByRole('button', { name: 'Leave organization' }).waitFor(),
    'member',
  ),
  state('keyring-unproven-own', identities, async (page) => {
    await mockJson(page, '**/api/keyring/', unproven);
    await page.reload();
    await page.getByLabel('Passphrase').waitFor();
  }),
  state(
    'keyring-unproven-records',
    ({ full }) => `${full}/records?limit=25`,
    async (page) => {
      await mockJson(page, '**/api/keyring/', { ...unproven, passphrase: 'file' });
      await page.reload();
      await page.getByText('Show that these keys are yours').waitFor();
    },
  ),
  state(
    'outbox-mails',
    () => '/outbox',
    async (page) => {
      await mockJson(page, /\/api\/outbox\/(\?|$)/, [
        mail,
        { ...mail, id: 'two', subject: 'Reset your password' },
      ]);
      await page.reload();
      await page.getByRole('list', { name: 'Mails' }).waitFor();
    },
    'signedOut',
  ),
  state(
    'outbox-mail',
    () => '/outbox/one',
    async (page) => {
      await mockJson(page, /\/api\/outbox\/one\//, { ...mail, text: mailText });
      await page.reload();
      await page.getByText('The link works for seven days.').waitFor();
    },
    'signedOut',
  ),
  state(
    'api-docs-call',
    () => '/api-docs',
    async (page) => {
      await page.getByRole('heading', { name: 'datasets' }).waitFor();
      await page.getByText('/api/datasets/', { exact: true }).first().click();
    },
  ),
];
