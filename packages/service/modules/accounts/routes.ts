/** Signing up, opening an account, and its name: the calls around a session are beside this file. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { patchProfile } from '@cloakroom/contract/accounts.ts';
import { changePassword, resetPassword, sendResetLink } from '@cloakroom/contract/passwords.ts';
import {
  acceptInvitation,
  register as registerCall,
  verifyRegistration,
} from '@cloakroom/contract/registration.ts';
import { HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import { rejectWeakPassword } from '@cloakroom/server-kit/weakPassword.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { withMinimumDuration } from '../../minimumDuration.ts';
import { linkFits, linkFor } from '../../links.ts';
import { type Person, serve, userOf } from '../../plugins/access.ts';
import { once } from '../../plugins/once.ts';
import { claimedSession, endSessions, openSession } from '../../plugins/session.ts';
import { countAttempt, guess, type Guess } from '../../plugins/throttle.ts';
import { auditAccount, type AccountEntry } from '../audit/account.ts';
import { acceptInvitationOf } from '../organizations/ownInvitations.ts';
import { openingLetter, resetLetter } from './letters.ts';
import { register } from './registration.ts';
import { accountByEmail, accountById, changeAccount } from './repository.ts';

const staleActivation = 'Invalid activation link. Please request a new one.';
const staleReset = 'Invalid password reset link. Please request a new one.';
const staleInvitation = 'Invalid invitation link. Please ask for a new one.';
const noPassword =
  'You sign in with Google and have no password yet. Choose one by “Forgot password” on the sign-in page.';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock, mail, passwords } = deps;

  serve(app, registerCall, async ({ request, body }) => {
    await rejectWeakPassword(body.password, body.email);
    const { address } = request.client;
    await countAttempt(deps, { purpose: 'register', account: body.email, address });
    const receipt = await register(deps, request, body);
    return { detail: 'Thanks for signing up. Check your e-mail for the activation link.', ...receipt };
  });

  serve(app, verifyRegistration, async ({ body }) => {
    const account = await accountById(database, body.user_id);
    if (!account || account.isActive || !linkFits(config, 'activate', account, body, clock()))
      throw new HttpProblem(400, staleActivation);
    if (!(await changeAccount(database, account, { isActive: true })))
      throw new HttpProblem(400, staleActivation);
    return { detail: 'Your account is active. You can sign in now.' };
  });

  serve(app, changePassword, async ({ request, reply, body }) => {
    const person = userOf(request);
    const right = await passwords.limitChecks(() =>
      guess(deps, confirmation(request, person), async () =>
        (await passwords.verify(person.passwordHash, body.old_password)) ? true : null,
      ),
    );
    if (!right)
      throw invalid({ old_password: [person.passwordHash ? 'The old password is wrong.' : noPassword] });
    await rejectWeakPassword(body.password, person.email);
    const passwordHash = await passwords.hash(body.password);
    await database.transaction(async (transaction) => {
      if (!(await changeAccount(transaction, person, { passwordHash })))
        throw new HttpProblem(409, 'The password was changed elsewhere at the same time. Sign in again.');
      await endSessions(transaction, person.id);
      await auditAccount(transaction, request, person, passwordChanged(person.id));
    });
    if (claimedSession(request)) await openSession(deps, request, reply, person.id);
    return { detail: 'Password updated successfully.' };
  });

  serve(app, sendResetLink, async ({ request, body }) => {
    const { address } = request.client;
    await countAttempt(deps, { purpose: 'reset', account: body.email, address });
    const letter = await withMinimumDuration(async () => {
      const account = await accountByEmail(database, body.email);
      return account && newPasswordLetter(deps, account);
    });
    // Not before the answer: the time it takes would tell that there is an account.
    if (letter)
      setImmediate(() => {
        mail.send(letter).catch((error: unknown) => request.log.error({ err: error }, 'mail not sent'));
      });
    return { detail: 'If this address has an account, a link is on its way to it.' };
  });

  serve(app, resetPassword, async ({ request, body }) => {
    const account = await accountById(database, body.user_id);
    if (!account?.isActive || !linkFits(config, 'reset', account, body, clock()))
      throw new HttpProblem(400, staleReset);
    await choosePassword(deps, request, account, body.password, {}, staleReset);
    return { detail: 'Your password is set. You can sign in with it now.' };
  });

  serve(app, acceptInvitation, async ({ request, body }) => {
    const account = await accountById(database, body.user_id);
    if (!account || account.isActive || !linkFits(config, 'invite', account, body, clock()))
      throw new HttpProblem(400, staleInvitation);
    const changes = { isActive: true, firstName: body.first_name, lastName: body.last_name };
    const { invitation } = body;
    await choosePassword(
      deps,
      request,
      account,
      body.password,
      changes,
      staleInvitation,
      async (transaction) => {
        if (invitation !== undefined)
          await acceptInvitationOf(transaction, request, account, invitation, clock());
      },
    );
    return { detail: 'Your account is open. You can sign in now.' };
  });

  serve(app, patchProfile, ({ request, body }) =>
    once(deps, request, async (transaction) => {
      const { id, firstName, lastName } = userOf(request);
      const names = { firstName: body.first_name ?? firstName, lastName: body.last_name ?? lastName };
      await transaction.update(users).set(names).where(eq(users.id, id));
      return { first_name: names.firstName, last_name: names.lastName };
    }),
  );
}

/**
 * Give the account that a link was for its new password, and do `more` in the same transaction; of two uses of the link in the same moment the second is stale.
 * @throws {HttpProblem} 400 with `stale`, or for a weak password; then the link stays good.
 */
async function choosePassword(
  { database, passwords }: Deps,
  request: FastifyRequest,
  account: Person,
  password: string,
  changes: Pick<Partial<Person>, 'isActive' | 'firstName' | 'lastName'>,
  stale: string,
  more: (transaction: Queries) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await rejectWeakPassword(password, account.email);
  const passwordHash = await passwords.hash(password);
  await database.transaction(async (transaction) => {
    if (!(await changeAccount(transaction, account, { ...changes, passwordHash })))
      throw new HttpProblem(400, stale);
    await more(transaction);
    await endSessions(transaction, account.id);
    await auditAccount(transaction, request, account, passwordChanged(null));
  });
}

/** A signed-in person's guess at their own password: counted apart from those of everybody else. */
const confirmation = (request: FastifyRequest, { email }: Person): Guess => ({
  purpose: 'sign-in',
  account: email,
  address: request.client.address,
  // Tokens can be renewed without the password: all of them share one count.
  device: (request.headers.authorization ? null : claimedSession(request)) ?? 'authorization',
});

/** To choose a new password, or the first one of an account that was never opened. */
const newPasswordLetter = ({ config, clock }: Deps, account: Person) =>
  account.isActive
    ? resetLetter(account, linkFor(config, 'reset', account, clock()))
    : openingLetter(account, linkFor(config, 'invite', account, clock()));

/** @param actor - null for who has followed a link: that they are the account's owner is known from their mail alone. */
const passwordChanged = (actor: string | null): AccountEntry => ({
  actor,
  action: 'update',
  model: 'user',
  changes: { password: true },
});
