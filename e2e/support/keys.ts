/** Identities, requests and materials, as the proxies of two people would store them at the service. */
import { eq } from 'drizzle-orm';
import { users } from '@cloakroom/service/db/schema.ts';
import { identityOf, materialFor, requestFor } from '#tests/service/support/sharing.ts';
import type { Stack } from '../../tools/stack.ts';
import type { Sample } from './sample.ts';
import { withDatabase } from './links.ts';

/** Both people have an identity; a request for the query key waits for the owner, and a sealed key for the member. */
export const makeKeys = (stack: Stack, { owner, member, full }: Sample): Promise<void> =>
  withDatabase(stack, async (database) => {
    const personWith = async ({ email }: { email: string }) => {
      const [user] = await database.select().from(users).where(eq(users.email, email));
      if (!user) throw new Error(`There is no account ${email}.`);
      return { user };
    };
    const schema = full.split('/').at(-1) ?? '';
    const service = { database };
    const [ownerIdentity, memberIdentity] = [
      await identityOf(service, await personWith(owner)),
      await identityOf(service, await personWith(member)),
    ];
    await requestFor(service, { identity: memberIdentity, schema });
    const fulfilledRequest = await requestFor(service, {
      identity: memberIdentity,
      schema,
      fieldName: 'city',
      fulfilled: new Date(),
    });
    await materialFor(service, { request: fulfilledRequest, uploadedBy: ownerIdentity });
  });
