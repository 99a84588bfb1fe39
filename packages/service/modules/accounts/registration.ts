/** Signing up: the answer is the same whether or not the address already has an account. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { RegisterBody } from '@cloakroom/contract/registration.ts';
import type { User } from '@cloakroom/contract/users.ts';
import type { Deps } from '../../deps.ts';
import { withMinimumDuration } from '../../minimumDuration.ts';
import { linkFor } from '../../links.ts';
import { newId } from '../../newId.ts';
import { plainEmail } from '../../plainEmail.ts';
import type { Person } from '../../plugins/access.ts';
import { slugOf } from '../../slug.ts';
import { audit } from '../audit/repository.ts';
import type { Letter } from '../mail/letter.ts';
import { makeOrganization, organizationView } from '../organizations/repository.ts';
import { userView } from '../users/repository.ts';
import { activationLetter, knownLetter, openingLetter } from './letters.ts';
import { accountByEmail, makeAccount } from './repository.ts';

type Form = z.output<typeof RegisterBody>;
export type Receipt = { user: User; organization?: Organization };

/** Make the account and its organization, or leave a present account as it is; either way one mail goes out. */
export async function register(deps: Deps, request: FastifyRequest, form: Form): Promise<Receipt> {
  const { made, letter } = await withMinimumDuration(async () => {
    const passwordHash = await deps.passwords.hash(form.password);
    const made = await makeBoth(deps, request, form, passwordHash);
    const known = made ? undefined : await accountByEmail(deps.database, form.email);
    return { made, letter: made ? welcome(deps, made.user) : known && reminder(deps, known) };
  });
  if (letter) await deps.mail.send(letter);
  return receipt(deps, form, made);
}

type Made = { user: Person; organization?: { id: string; owner: string } };

const makeBoth = (deps: Deps, request: FastifyRequest, form: Form, passwordHash: string) =>
  deps.database.transaction(async (transaction): Promise<Made | undefined> => {
    const names = { firstName: form.first_name, lastName: form.last_name };
    const user = await makeAccount(transaction, { email: form.email, passwordHash, ...names });
    if (!user) return undefined;
    if (!form.organization_name) return { user };
    const organization = await makeOrganization(transaction, form.organization_name, user.id);
    await audit(transaction, request, {
      organization: organization.id,
      action: 'create',
      model: 'organization',
      object: organization.id,
      changes: { name: organization.name },
    });
    return { user, organization };
  });

const welcome = ({ config, clock }: Deps, user: Person): Letter =>
  activationLetter(user, linkFor(config, 'activate', user, clock()));

/** An account that was never opened goes to whoever reads the address's mail, with a password of their own choice. */
const reminder = ({ config, clock }: Deps, user: Person): Letter =>
  user.isActive
    ? knownLetter(user, config.PUBLIC_URL)
    : openingLetter(user, linkFor(config, 'invite', user, clock()));

/** What was asked for, as an answer. For a known address it looks the same, with ids that name nothing. */
function receipt({ clock }: Deps, form: Form, made: Made | undefined): Receipt {
  const now = new Date(clock());
  const user: Person = {
    id: made?.user.id ?? newId(),
    email: plainEmail(form.email),
    passwordHash: null,
    googleSubject: null,
    firstName: form.first_name,
    lastName: form.last_name,
    isActive: false,
    isSuperuser: false,
    hasIdentity: false,
    planName: 'Free',
    billingCustomer: null,
    joined: now,
    lastLogin: null,
  };
  if (!form.organization_name) return { user: userView(user, []) };
  const owner = made?.organization?.owner ?? newId();
  const organization = {
    id: made?.organization?.id ?? newId(),
    name: form.organization_name,
    // The one asked for: a number added because it was taken would tell known addresses from unknown ones.
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
  const told = organizationView(organization, [{ member, user }]);
  return { user: userView(user, [told.url]), organization: told };
}
