/** Registration: the answer does not reveal whether the address already has an account. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { RegisterBody } from '@cloakroom/contract/registration.ts';
import type { User } from '@cloakroom/contract/users.ts';
import type { Deps } from '../../deps.ts';
import { withMinimumDuration } from '../../minimumDuration.ts';
import { linkFor } from '../../links.ts';
import { newId } from '../../newId.ts';
import { normalizeEmail } from '../../normalizeEmail.ts';
import type { SignedInUser } from '../../plugins/access.ts';
import { slugOf } from '../../slug.ts';
import { audit } from '../audit/repository.ts';
import type { MailMessage } from '../mail/mailMessage.ts';
import { makeOrganization, organizationView } from '../organizations/repository.ts';
import { userView } from '../users/repository.ts';
import { activationMail, existingAccountMail, openAccountMail } from './mails.ts';
import { accountByEmail, insertAccount } from './repository.ts';

type Form = z.output<typeof RegisterBody>;
export type Receipt = { user: User; organization?: Organization };

/** Creates the account and its organization, or leaves an existing account unchanged; one mail is sent in either case. */
export async function register(deps: Deps, request: FastifyRequest, form: Form): Promise<Receipt> {
  const { created, message } = await withMinimumDuration(async () => {
    const passwordHash = await deps.passwords.hash(form.password);
    const created = await createAccount(deps, request, form, passwordHash);
    const existing = created ? undefined : await accountByEmail(deps.database, form.email);
    return {
      created,
      message: created ? welcomeMail(deps, created.user) : existing && reminderMail(deps, existing),
    };
  });
  if (message) await deps.mail.send(message);
  return receipt(deps, form, created);
}

type Created = { user: SignedInUser; organization?: { id: string; owner: string } };

const createAccount = (deps: Deps, request: FastifyRequest, form: Form, passwordHash: string) =>
  deps.database.transaction(async (transaction): Promise<Created | undefined> => {
    const names = { firstName: form.first_name, lastName: form.last_name };
    const user = await insertAccount(transaction, { email: form.email, passwordHash, ...names });
    if (!user) return undefined;
    if (!form.organization_name) return { user };
    const organization = await makeOrganization(transaction, { name: form.organization_name }, user.id);
    await audit(transaction, request, {
      organization: organization.id,
      action: 'create',
      model: 'organization',
      object: organization.id,
      changes: { name: organization.name },
    });
    return { user, organization };
  });

const welcomeMail = ({ config, clock }: Deps, user: SignedInUser): MailMessage =>
  activationMail(user, linkFor(config, 'activate', user, clock()));

/** For an account that was never activated, a link with which the reader of the mail chooses the password. */
const reminderMail = ({ config, clock }: Deps, user: SignedInUser): MailMessage =>
  user.isActive
    ? existingAccountMail(user, config.PUBLIC_URL)
    : openAccountMail(user, linkFor(config, 'invite', user, clock()));

/** The answer. For an existing account it looks the same, with random ids. */
function receipt({ clock }: Deps, form: Form, created: Created | undefined): Receipt {
  const now = new Date(clock());
  const user: SignedInUser = {
    id: created?.user.id ?? newId(),
    email: normalizeEmail(form.email),
    passwordHash: null,
    googleSubject: null,
    firstName: form.first_name,
    lastName: form.last_name,
    isActive: false,
    isSuperuser: false,
    isServiceAccount: false,
    hasIdentity: false,
    planName: 'Free',
    billingCustomer: null,
    joined: now,
    lastLogin: null,
  };
  if (!form.organization_name) return { user: userView(user, []) };
  const owner = created?.organization?.owner ?? newId();
  const organization = {
    id: created?.organization?.id ?? newId(),
    name: form.organization_name,
    // Without the number that is added to a taken slug: it would distinguish known addresses from unknown ones.
    slug: slugOf(form.organization_name),
    owner,
    isActive: true,
    created: now,
    modified: now,
  };
  const member = {
    id: owner,
    organization: organization.id,
    user: user.id,
    isAdmin: true,
    created: now,
    modified: now,
  };
  const view = organizationView(organization, [{ member, user }]);
  return { user: userView(user, [view.url]), organization: view };
}
