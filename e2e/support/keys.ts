/** Identities, requests and materials, as the proxies of two people would store them at the service. */
import { eq } from 'drizzle-orm';
import { users } from '@cloakroom/service/db/schema.ts';
import { identityOf, materialFor, requestFor } from '#tests/service/support/sharing.ts';
import type { Stack } from '../../tools/stack.ts';
import type { Sample } from './sample.ts';
import { withDatabase } from './links.ts';

/** Both have an identity; a request for the search key waits for the owner, and a sealed key for the member. */
export const makeKeys = (stack: Stack, { owner, member, full }: Sample): Promise<void> =>
  withDatabase(stack, async (database) => {
    const named = async ({ email }: { email: string }) => {
      const [user] = await database.select().from(users).where(eq(users.email, email));
      if (!user) throw new Error(`There is no account ${email}.`);
      return { user };
    };
    const schema = full.split('/').at(-1) ?? '';
    const here = { database };
    const [sealing, asking] = [
      await identityOf(here, await named(owner)),
      await identityOf(here, await named(member)),
    ];
    await requestFor(here, { identity: asking, schema });
    const answered = await requestFor(here, {
      identity: asking,
      schema,
      fieldName: 'city',
      fulfilled: new Date(),
    });
    await materialFor(here, { request: answered, uploadedBy: sealing });
  });
