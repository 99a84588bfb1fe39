/** Members of an organization. */
import { eq } from 'drizzle-orm';
import { createIdentity } from '@cloakroom/contract/identities.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { createInvitation } from '@cloakroom/contract/invitations.ts';
import { fulfillRequest, fulfillRequests } from '@cloakroom/contract/materials.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import { acceptInvitation } from '@cloakroom/contract/registration.ts';
import { organizationUsers, users } from '@cloakroom/service/db/schema.ts';
import { client, organizationOf, type Client } from '../../tools/client.ts';
import type { Stack } from '../../tools/stack.ts';
import { waitForMailedLink, tokenIn, withDatabase } from './links.ts';

const password = 'correct horse battery';

/** Creates an identity at the proxy, so that keys can be sealed for this person. */
export const makeIdentity = (api: Client): Promise<unknown> => api.call(createIdentity);

/** Compares the fingerprint of the first device that asks, and fulfills all requests. */
export async function fulfillAllRequests(api: Client): Promise<void> {
  const query = '?shared=false&expand=identity';
  const [first] = (await (await api.send('GET', `/api/requests/${query}`)).json()) as Request[];
  if (!first || typeof first.identity === 'string') throw new Error('There is no request for a key.');
  const fingerprint = fingerprintOf(first.identity).words.join(' ');
  await api.call(fulfillRequest, { params: { id: first.id }, body: { fingerprint } });
  await api.call(fulfillRequests);
}

/** Removes a person from the organization in the database. */
export const removeFromOrganization = (stack: Stack, email: string): Promise<void> =>
  withDatabase(stack, async (database) => {
    const [user] = await database.select().from(users).where(eq(users.email, email));
    if (!user) throw new Error(`There is no account ${email}.`);
    await database.delete(organizationUsers).where(eq(organizationUsers.user, user.id));
  });

/** Adds a member who has accepted the invitation. @param identity - whether the member has an identity and can receive keys. */
export async function addColleague(
  stack: Stack,
  owner: Client,
  name: string,
  identity = true,
): Promise<{ email: string; password: string }> {
  const email = `${name.toLowerCase()}.${Date.now()}@example.org`;
  const organization = idIn(await organizationOf(owner));
  await owner.call(createInvitation, { params: { id: organization }, body: { email, is_admin: false } });
  const link = await waitForMailedLink(stack, email, 'accept-invitation');
  const names = { first_name: name, last_name: 'Colleague' };
  const body = { ...tokenIn(link), ...names, password, password_confirm: password };
  await client(stack.url).call(acceptInvitation, { body });
  if (identity) await makeIdentity(client(stack.url, { email, password }));
  return { email, password };
}
