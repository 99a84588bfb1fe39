/** Identities, requests and materials: the buttons and their messages. */
import { createIdentity } from '@cloakroom/contract/identities.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { addMember, listSchemaTeams } from '@cloakroom/contract/teams.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { addColleague, fulfillAllRequests } from '../../support/colleagues.ts';
import { expect, signIn } from '../../support/stack.ts';
import { zipcodeSchema } from '../../support/zipcodes.ts';
import { client, organizationOf } from '../../../tools/client.ts';
import { requirement, type Fixtures, type ScreenSpec } from '../requirement.ts';
import { mockAnswer, press, problem } from './actions.ts';

/** Creates an owner's schema, and a colleague on one of its teams whose requests are pending. */
async function startSharing({ person, stack }: Fixtures, role: 'owners' | 'requesters') {
  const owner = await person('Giver');
  const { id } = await zipcodeSchema(owner.api);
  const reader = await addColleague(stack, owner.api, 'Taker');
  const team = (await owner.api.call(listSchemaTeams, { params: { id } })).find((one) => one.role === role);
  const organization = idIn(await organizationOf(owner.api));
  const self = await client(stack.url, reader).call(getSelf);
  await owner.api.call(addMember, {
    params: { id: organization, teamId: team?.id ?? '' },
    body: { id: self.id },
  });
  return { owner, reader };
}

const locked = problem('The keyring is locked.');

export const sharingKeys: ScreenSpec[] = [
  {
    screen: 'sharing keys',
    as: 'signedOut',
    rows: [
      requirement("'Error creating identity' (using the server's error text)", async (fixtures) => {
        const { page } = fixtures;
        await signIn(page, (await startSharing(fixtures, 'requesters')).owner);
        await page.goto('/identities');
        const stopMocking = await mockAnswer(page, '**/api/identities/', 422, locked);
        await press(page, 'Create Identity');
        await expect(page.getByText('Error creating identity: The keyring is locked.')).toBeVisible();
        await stopMocking();
      }),
      requirement("success 'Identity created successfully'", ({ page }) => press(page, 'Create Identity')),
      requirement("and a 'Fulfill Requests' button.", async ({ page }) => {
        await page.goto('/requests');
        await expect(page.getByRole('button', { name: 'Fulfill Requests' })).toBeVisible();
      }),
      requirement("Fulfill errors reuse the title 'Error creating identity'.", async ({ page }) => {
        await page.reload();
        const stopMocking = await mockAnswer(page, '**/api/requests/fulfill/', 422, locked);
        await press(page, 'Fulfill Requests');
        await expect(page.getByText('Error creating identity: The keyring is locked.')).toBeVisible();
        await stopMocking();
      }),
      requirement("'Requests fulfilled successfully'", async ({ page }) => {
        await page.getByRole('button', { name: /^Fulfill __query for/ }).click();
        await page.getByRole('checkbox', { name: /^I have compared the words/ }).check();
        await page.getByRole('dialog').getByRole('button', { name: 'Fulfill' }).click();
      }),
    ],
  },
  {
    screen: 'receiving keys',
    as: 'signedOut',
    rows: [
      requirement("and a 'Receive Materials' button.", async (fixtures) => {
        const { page } = fixtures;
        const { owner, reader } = await startSharing(fixtures, 'owners');
        await owner.api.call(createIdentity);
        await fulfillAllRequests(owner.api);
        await signIn(page, reader);
        await page.goto('/materials');
        await expect(page.getByRole('button', { name: 'Receive Materials' })).toBeVisible();
      }),
      requirement("'Error recieving materials' (spelled so)", async ({ page }) => {
        const stopMocking = await mockAnswer(page, '**/api/materials/receive/', 422, locked);
        await press(page, 'Receive Materials');
        await expect(page.getByText('Error recieving materials: The keyring is locked.')).toBeVisible();
        await stopMocking();
      }),
      requirement("and success 'Materials received successfully'.", async ({ page }) => {
        await page
          .getByRole('button', { name: /^Receive material / })
          .first()
          .click();
        await page.getByRole('checkbox', { name: /^I have compared the words/ }).check();
        await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
      }),
    ],
  },
  {
    screen: 'identities without a proxy',
    as: 'owner',
    withoutProxy: true,
    rows: [
      requirement('A Create Identity button is disabled unless behind the proxy.', async ({ page }) => {
        await page.goto('/identities');
        const create = page.getByRole('button', { name: 'Create Identity' });
        await expect(create).toHaveAttribute('aria-disabled', 'true');
      }),
    ],
  },
];
