/** People of a test: active accounts in organizations, and the headers that sign them in. */
import { eq } from 'drizzle-orm';
import { organizations, organizationUsers, users } from '@cloakroom/service/db/schema.ts';
import { makeOrganization } from '@cloakroom/service/modules/organizations/repository.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { quickPasswords, type TestService } from './service.ts';

export const password = 'correct horse battery';
const passwords = quickPasswords();

export type Someone = {
  user: typeof users.$inferSelect;
  organization: typeof organizations.$inferSelect;
  /** HTTP Basic; add nothing else. */
  headers: { authorization: string };
};

/**
 * An active person: the owner of a new organization, or a member of the one given.
 * @param options.organization - the id of an organization to join instead.
 */
export async function person(
  { database }: Pick<TestService, 'database'>,
  options: { organization?: string; admin?: boolean; email?: string; active?: boolean } = {},
): Promise<Someone> {
  const id = newId();
  const email = options.email ?? `${id.toLowerCase()}@example.org`;
  const [user] = await database
    .insert(users)
    .values({
      id,
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      isActive: options.active ?? true,
      passwordHash: await passwords.hash(password),
    })
    .returning();
  if (options.organization)
    await database.insert(organizationUsers).values({
      id: newId(),
      organization: options.organization,
      user: id,
      isAdmin: options.admin ?? false,
    });
  const organization = options.organization
    ? (await database.select().from(organizations).where(eq(organizations.id, options.organization)))[0]
    : await database.transaction((transaction) =>
        makeOrganization(transaction, { name: `Organization ${id}` }, id),
      );
  return {
    user: user!,
    organization: organization!,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
  };
}

/** An organization's owner, an admin and a member of it, and a person of another one. */
export async function office(service: Pick<TestService, 'database'>) {
  const owner = await person(service);
  const organization = owner.organization.id;
  return {
    owner,
    admin: await person(service, { organization, admin: true }),
    member: await person(service, { organization }),
    outsider: await person(service),
    home: `/api/organizations/${organization}/`,
  };
}
