/** People who join somebody's organization. */
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
import { mailedLink, tokenIn, withDatabase } from './links.ts';

const password = 'correct horse battery';

/** Make an identity at the proxy, so that keys can be sealed for them. */
export const giveIdentity = (api: Client): Promise<unknown> => api.call(createIdentity, {});

/** Compare the words of the first device that asks, and seal every key that is asked for. */
export async function shareAll(api: Client): Promise<void> {
  const query = '?shared=false&expand=identity';
  const [first] = (await (await api.send('GET', `/api/requests/${query}`)).json()) as Request[];
  if (!first || typeof first.identity === 'string') throw new Error('Nobody asks for a key.');
  const fingerprint = fingerprintOf(first.identity).words.join(' ');
  await api.call(fulfillRequest, { id: first.id }, { fingerprint });
  await api.call(fulfillRequests, {});
}

/** Out of the organization, whatever they were in it. */
export const takeOut = (stack: Stack, email: string): Promise<void> =>
  withDatabase(stack, async (database) => {
    const [user] = await database.select().from(users).where(eq(users.email, email));
    if (!user) throw new Error(`Nobody is known as ${email}.`);
    await database.delete(organizationUsers).where(eq(organizationUsers.user, user.id));
  });

/** Invite somebody who comes in at once. @param identity - whether they can receive keys already. */
export async function colleague(
  stack: Stack,
  owner: Client,
  name: string,
  identity = true,
): Promise<{ email: string; password: string }> {
  const email = `${name.toLowerCase()}.${Date.now()}@example.org`;
  const organization = idIn(await organizationOf(owner));
  await owner.call(createInvitation, { id: organization }, { email, is_admin: false });
  const link = await mailedLink(stack, email, 'accept-invitation');
  const names = { first_name: name, last_name: 'Colleague' };
  const given = { ...tokenIn(link), ...names, password, password_confirm: password };
  await client(stack.url).call(acceptInvitation, {}, given);
  if (identity) await giveIdentity(client(stack.url, { email, password }));
  return { email, password };
}
