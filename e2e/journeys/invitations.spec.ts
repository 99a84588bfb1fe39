/** Invitations give no access before they are accepted; a member can leave. */
import { createInvitation } from '@cloakroom/contract/invitations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { organizationOf } from '../../tools/client.ts';
import { expect, signIn, test } from '../support/stack.ts';

test('a person with an account accepts an invitation, declines another one, and leaves', async ({
  page,
  person,
}) => {
  const [ada, eve, grace] = [await person('Ada'), await person('Eve'), await person('Grace')];
  for (const { api } of [ada, eve])
    await api.call(createInvitation, {
      params: { id: idIn(await organizationOf(api)) },
      body: { email: grace.email },
    });

  await test.step('the page announces invitations, and each can be declined', async () => {
    await signIn(page, grace);
    await expect(page.getByText('You have 2 invitations')).toBeVisible();
    await page.getByRole('link', { name: 'Accept or decline' }).click();
    await page.getByRole('button', { name: `Decline the invitation to ${eve.organization}` }).click();
    await expect(page.getByText(eve.organization)).toHaveCount(0);
  });

  await test.step('after accepting, the organization can be chosen', async () => {
    await page.getByRole('button', { name: `Accept the invitation to ${ada.organization}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
    await page.getByRole('button', { name: 'Change organization' }).click();
    await page.getByText(ada.organization, { exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(ada.organization);
  });

  await test.step('after leaving, the organization is not listed', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Leave organization' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(grace.organization);
    const answer = await grace.api.send('GET', '/api/organizations/');
    expect(JSON.stringify(await answer.json())).not.toContain(ada.organization);
  });
});
