/** Identities, requests and materials as two people's proxies would leave them at the service. */
import { eq } from 'drizzle-orm';
import { users } from '@cloakroom/service/db/schema.ts';
import { identityOf, materialFor, requestFor } from '#tests/service/support/sharing.ts';
import type { Stack } from '../../tools/stack.ts';
import type { Sample } from './sample.ts';
import { withDatabase } from './links.ts';

/** Both have an identity; the owner is asked for the key to search, the member has one key waiting to be received. */
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
