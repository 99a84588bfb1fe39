/** Inviting people: they are listed at once, and are active once they have chosen a password. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createInvitation, type Invitation } from '#contract/organizations.ts';
import { urlOf } from '#contract/reference.ts';
import { invalid } from '#host/problem.ts';
import type { Queries } from '../../db/client.ts';
import { invitations, organizations, organizationUsers } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { linkFor } from '../../links.ts';
import { newId } from '../../newId.ts';
import { type Person, serve, userOf } from '../../plugins/access.ts';
import { countAttempt, refuseTooMany } from '../../plugins/throttle.ts';
import { invitationLetter } from '../accounts/letters.ts';
import { accountByEmail, makeAccount } from '../accounts/repository.ts';
import { audit } from '../audit/repository.ts';
import { requireAdmin } from './policy.ts';

type Row = typeof invitations.$inferSelect;

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock, mail } = deps;

  serve(app, createInvitation, async ({ request, params: { id }, body }) => {
    const person = userOf(request);
    await requireAdmin(database, person, id);
    const attempt = { purpose: 'invite', account: body.email, address: request.ip } as const;
    await refuseTooMany(deps, attempt);
    await countAttempt(deps, attempt);
    const { row, invited, organization } = await database.transaction((transaction) =>
      invite(transaction, request, id, body, new Date(clock())),
    );
    const link = invited.isActive ? `${config.publicUrl}/login` : linkFor(config, 'invite', invited, clock());
    const by = `${person.firstName} ${person.lastName}`.trim() || person.email;
    await mail.send(invitationLetter(invited, by, organization, link, invited.isActive));
    // Without a mail server somebody has to hand the link over.
    return { ...told(row), ...(config.smtpUrl ? {} : { link }) };
  });
}

async function invite(
  queries: Queries,
  request: FastifyRequest,
  organization: string,
  { email, is_admin: isAdmin }: { email: string; is_admin: boolean },
  now: Date,
): Promise<{ row: Row; invited: Person; organization: string }> {
  const invited = (await accountByEmail(queries, email)) ?? (await newcomer(queries, email));
  const place = { organization, user: invited.id };
  const added = await queries
    .insert(organizationUsers)
    .values({ id: newId(), ...place, isAdmin })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0 && invited.isActive)
    throw invalid({ email: ['This person already belongs to the organization.'] });
  const [row] = await queries
    .insert(invitations)
    .values({ id: newId(), ...place, isAdmin })
    // Sent again; the role stays as it is, for changing one has rules of its own.
    .onConflictDoUpdate({ target: [invitations.organization, invitations.user], set: { modified: now } })
    .returning();
  await audit(queries, request, {
    organization,
    action: 'create',
    model: 'Invitation',
    object: row!.id,
    changes: { user: invited.id, is_admin: row!.isAdmin },
  });
  const [named] = await queries
    .select()
    .from(organizations)
    .where(and(eq(organizations.id, organization)));
  return { row: row!, invited, organization: named!.name };
}

/** An account without a password; made by another invitation in the same moment, it is that one. */
async function newcomer(queries: Queries, email: string): Promise<Person> {
  const made =
    (await makeAccount(queries, { email, passwordHash: null })) ?? (await accountByEmail(queries, email));
  if (!made) throw new Error('An account was deleted while it was being invited.');
  return made;
}

const told = (row: Row): Invitation => ({
  id: row.id,
  url: urlOf('invitations', row.id),
  organization: urlOf('organizations', row.organization),
  is_admin: row.isAdmin,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});
