/** Registration, activation, passwords and profiles. Sessions and tokens are in sessionRoutes.ts. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { patchProfile } from '@cloakroom/contract/accounts.ts';
import { changePassword, resetPassword, sendResetLink } from '@cloakroom/contract/passwords.ts';
import {
  acceptInvitation,
  register as registerCall,
  verifyRegistration,
} from '@cloakroom/contract/registration.ts';
import { badRequest, conflict, invalid } from '@cloakroom/server-kit/problem.ts';
import { rejectWeakPassword } from '@cloakroom/server-kit/weakPassword.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { withMinimumDuration } from '../../minimumDuration.ts';
import { isValidLink, linkFor } from '../../links.ts';
import { type SignedInUser, serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { claimedSession, endSessions, startSession } from '../../plugins/session.ts';
import { countAttempt, limitGuesses, type Guess } from '../../plugins/rateLimit.ts';
import { auditAccount, type AccountEntry } from '../audit/account.ts';
import { acceptInvitationOf } from '../organizations/ownInvitations.ts';
import { openAccountMail, resetMail } from './mails.ts';
import { register } from './registration.ts';
import { accountByEmail, accountById, changeAccount } from './repository.ts';

const staleActivation = 'Invalid activation link. Please request a new one.';
const staleReset = 'Invalid password reset link. Please request a new one.';
const staleInvitation = 'Invalid invitation link. Please ask for a new one.';
const noPassword =
  'You sign in with Google and have no password yet. Choose one with “Forgot password” on the sign-in page.';

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
    if (!account || account.isActive || !isValidLink(config, 'activate', account, body, clock()))
      throw badRequest(staleActivation);
    if (!(await changeAccount(database, account, { isActive: true }))) throw badRequest(staleActivation);
    return { detail: 'Your account is active. You can sign in now.' };
  });

  serve(app, changePassword, async ({ request, reply, body }) => {
    const person = userOf(request);
    const isRight = await passwords.limitChecks(() =>
      limitGuesses(deps, ownPasswordGuess(request, person), async () =>
        (await passwords.verify(person.passwordHash, body.old_password)) ? true : null,
      ),
    );
    if (!isRight)
      throw invalid({ old_password: [person.passwordHash ? 'The old password is wrong.' : noPassword] });
    await rejectWeakPassword(body.password, person.email);
    const passwordHash = await passwords.hash(body.password);
    await database.transaction(async (transaction) => {
      if (!(await changeAccount(transaction, person, { passwordHash })))
        throw conflict('The password was changed elsewhere at the same time. Sign in again.');
      await endSessions(transaction, person.id);
      await auditAccount(transaction, request, person, passwordChanged(person.id));
    });
    if (claimedSession(request)) await startSession(deps, request, reply, person.id);
    return { detail: 'Password updated successfully.' };
  });

  serve(app, sendResetLink, async ({ request, body }) => {
    const { address } = request.client;
    await countAttempt(deps, { purpose: 'reset', account: body.email, address });
    const message = await withMinimumDuration(async () => {
      const account = await accountByEmail(database, body.email);
      return account && newPasswordMail(deps, account);
    });
    // After the answer: the duration of sending would reveal that the account exists.
    if (message)
      setImmediate(() => {
        mail.send(message).catch((error: unknown) => request.log.error({ err: error }, 'mail not sent'));
      });
    return { detail: 'If this address has an account, a link is on its way to it.' };
  });

  serve(app, resetPassword, async ({ request, body }) => {
    const account = await accountById(database, body.user_id);
    if (!account?.isActive || !isValidLink(config, 'reset', account, body, clock()))
      throw badRequest(staleReset);
    await choosePassword(deps, request, account, body.password, {}, staleReset);
    return { detail: 'Your password is set. You can sign in with it now.' };
  });

  serve(app, acceptInvitation, async ({ request, body }) => {
    const account = await accountById(database, body.user_id);
    if (!account || account.isActive || !isValidLink(config, 'invite', account, body, clock()))
      throw badRequest(staleInvitation);
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
    idempotent(deps, request, async (transaction) => {
      const { id, firstName, lastName } = userOf(request);
      const names = { firstName: body.first_name ?? firstName, lastName: body.last_name ?? lastName };
      await transaction.update(users).set(names).where(eq(users.id, id));
      return { first_name: names.firstName, last_name: names.lastName };
    }),
  );
}

/**
 * Sets the password of a link's account, and runs `alsoDo` in the same transaction. Of two concurrent uses of the link the
 * second fails.
 * @throws {HttpProblem} 400 with `staleDetail`, or for a weak password; the link then stays valid.
 */
async function choosePassword(
  { database, passwords }: Deps,
  request: FastifyRequest,
  account: SignedInUser,
  password: string,
  changes: Pick<Partial<SignedInUser>, 'isActive' | 'firstName' | 'lastName'>,
  staleDetail: string,
  alsoDo: (transaction: Queries) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await rejectWeakPassword(password, account.email);
  const passwordHash = await passwords.hash(password);
  await database.transaction(async (transaction) => {
    if (!(await changeAccount(transaction, account, { ...changes, passwordHash })))
      throw badRequest(staleDetail);
    await alsoDo(transaction);
    await endSessions(transaction, account.id);
    await auditAccount(transaction, request, account, passwordChanged(null));
  });
}

/** A signed-in person's guess at their own password; counted separately from sign-ins. */
const ownPasswordGuess = (request: FastifyRequest, { email }: SignedInUser): Guess => ({
  purpose: 'sign-in',
  account: email,
  address: request.client.address,
  // All tokens share one count: new ones can be obtained without the password.
  device: (request.headers.authorization ? null : claimedSession(request)) ?? 'authorization',
});

/** A link for a new password, or for the first one of an account that was never activated. */
const newPasswordMail = ({ config, clock }: Deps, account: SignedInUser) =>
  account.isActive
    ? resetMail(account, linkFor(config, 'reset', account, clock()))
    : openAccountMail(account, linkFor(config, 'invite', account, clock()));

/** @param actor - null for a person who used a link: they are identified only by access to the mail. */
const passwordChanged = (actor: string | null): AccountEntry => ({
  actor,
  action: 'update',
  model: 'user',
  changes: { password: true },
});
