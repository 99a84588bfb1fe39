/** Signs in and out, changes passwords and gets tokens while the service lies about any field of any answer. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, vi } from 'vitest';
import { apiTokens, attempts, users } from '@cloakroom/service/db/schema.ts';
import { startProxy } from '#tests/proxy/support/proxy.ts';
import { visitor, type Visitor } from '#tests/proxy/support/visitor.ts';
import { startIssuer } from '#tests/service/support/issuer.ts';
import { linkIn, partsOf } from '#tests/service/support/mailLinks.ts';
import { password, person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { lyingService } from '#tests/support/lyingService.ts';
import type { Action, Outcome } from './action.ts';
import { coveredCalls } from './coverage.ts';
import { Pool } from './runner.ts';
import { testLies } from './suite.ts';
import { unsignedSignInFields } from './unsignedFields.ts';
import { got, outcomeOf } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const clientId = 'our-client.apps.example';
const started = Math.floor(Date.now() / 1000);
const google = await startIssuer(clientId);
const { issuer, jwksUrl } = google;
const service = await startService({
  listen: true,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_ISSUER: issuer,
  GOOGLE_JWKS_URL: jwksUrl,
});
const liar = await lyingService(service.url);
const proxy = await startProxy(liar.url);
afterAll(async () => {
  await proxy.close();
  await liar.close();
  await service.close();
  await google.close();
});

/** Two people with keyrings at this proxy, whom a lying service may confuse. */
const [ada, bea] = [await person(service), await person(service)];
for (const { headers } of [ada, bea]) await visitor(proxy, headers).keyring();
const pool = new Pool();
for (const { headers } of [ada, bea])
  pool.add((await got(visitor(proxy, headers), 'GET', '/api/users/self/')).body);

const passphraseFile = join(proxy.dataDir, 'keyrings', `${ada.user.id}.passphrase`);
const { passwordHash } = ada.user;
/** Undoes changes that earlier lies have created at the service. */
const restore = async () => {
  await service.database.delete(attempts);
  await service.database.update(users).set({ passwordHash }).where(eq(users.id, ada.user.id));
};
const credentials = { login: ada.user.email, password };

/** Who is signed in, and whether their keyring opens. */
async function signInState(browser: Visitor): Promise<Outcome> {
  const self = await got(browser, 'GET', '/api/users/self/');
  if (self.status !== 200) return outcomeOf(self);
  const { status } = await got(browser, 'GET', '/api/materials/overrides/');
  const { id } = self.body as { id: string };
  return { status: 200, refusal: null, seen: { user: id, opens: status === 200 } };
}
type Seen = { user: string; opens: boolean } | null;
const marks: Action['marks'] = (seen) => !(seen as NonNullable<Seen>).opens;
/** Only the keyring of the person who signed in may be open now. */
const isOpenToOthers = ({ seen }: Outcome): string | null => {
  const found = seen as Seen;
  return found?.opens && found.user === bea.user.id ? 'another person’s keyring is open' : null;
};

const signingIn: Action = {
  name: 'signing in',
  prepare: restore,
  async run() {
    const browser = visitor(proxy);
    const answer = await got(browser, 'POST', '/api/accounts/login/', credentials);
    return answer.status === 200 ? signInState(browser) : outcomeOf(answer);
  },
  marks,
  check: async (outcome) => isOpenToOthers(outcome),
  maxLies: 60,
  calls: ['POST /api/accounts/login/', 'GET /api/users/self/'],
};

const signingInWithGoogle: Action = {
  name: 'signing in with Google',
  prepare: restore,
  async run() {
    const browser = visitor(proxy);
    const { csrfToken } = (await got(browser, 'GET', '/api/csrf/')).body as { csrfToken: string };
    const nonce = await crypto.subtle.digest('SHA-256', Buffer.from(csrfToken));
    const id_token = await google.token({
      // The service's clock does not advance while the proxy's caches expire.
      iat: started,
      exp: started + 3600,
      sub: 'grace',
      email: 'grace@example.org',
      nonce: Buffer.from(nonce).toString('base64url'),
    });
    const body = { provider: 'google', process: 'login', token: { client_id: clientId, id_token } };
    const answer = await got(browser, 'POST', '/api/allauth/browser/v1/auth/provider/token', body);
    return answer.status === 200 ? signInState(browser) : outcomeOf(answer);
  },
  marks,
  check: async (outcome) => isOpenToOthers(outcome),
  calls: ['POST /api/allauth/browser/v1/auth/provider/token'],
};

let browser = visitor(proxy);
const signedIn = async () => {
  await restore();
  browser = visitor(proxy);
  await browser.signIn(ada.user.email, password);
};
const signingOut: Action = {
  name: 'signing out',
  async prepare() {
    await signedIn();
    browser = visitor(proxy, {}, new Map(browser.jar));
  },
  run: async () =>
    outcomeOf(await got(visitor(proxy, {}, new Map(browser.jar)), 'POST', '/api/accounts/logout/')),
  async check() {
    const { status } = await browser.send('GET', '/api/materials/overrides/');
    return status === 200 ? 'the keyring is open to the session that ended' : null;
  },
  calls: ['POST /api/accounts/logout/'],
};

const newPassword = 'another battery horse';
const newPasswordFields = { password: newPassword, password_confirm: newPassword };
/**
 * Describes the fault unless the keyring opens with one of the two passwords: the new one if the answer says that it
 * was set.
 */
const passwordFault = async ({ refusal }: Outcome): Promise<string | null> => {
  await service.database.delete(attempts);
  const found: string[] = [];
  for (const one of [password, newPassword]) {
    const nextVisitor = visitor(proxy);
    const answer = await got(nextVisitor, 'POST', '/api/accounts/login/', {
      login: ada.user.email,
      password: one,
    });
    if (answer.status === 200 && ((await signInState(nextVisitor)).seen as Seen)?.opens) found.push(one);
  }
  if (refusal === null && !found.includes(newPassword)) return 'the new password does not open the keyring';
  if (found.length > 1) return 'both passwords open the keyring';
  await forgetPasswords();
  return null;
};
/** Makes the first password open the keyring again, by entering the passphrase. */
async function forgetPasswords() {
  await signedIn();
  if (((await signInState(browser)).seen as Seen)?.opens) return;
  await browser.send('POST', '/api/keyring/unlock/', {
    passphrase: await readFile(passphraseFile, 'utf8').then((text) => text.trim()),
  });
}

const changing: Action = {
  name: 'changing the password',
  prepare: forgetPasswords,
  run: async () =>
    outcomeOf(
      await got(browser, 'POST', '/api/accounts/change-password/', {
        old_password: password,
        ...newPasswordFields,
      }),
    ),
  check: passwordFault,
  maxLies: 40,
  calls: ['POST /api/accounts/change-password/', 'GET /api/users/self/'],
};

const resetting: Action = {
  name: 'choosing a new password by a link',
  async prepare() {
    await forgetPasswords();
    const before = service.mails().length;
    await got(browser, 'POST', '/api/accounts/send-reset-password-link/', { email: ada.user.email });
    await vi.waitUntil(() => service.mails().length > before);
  },
  run: async () =>
    outcomeOf(
      await got(browser, 'POST', '/api/accounts/reset-password/', {
        ...partsOf(linkIn(service.mails().at(-1))),
        ...newPasswordFields,
      }),
    ),
  check: passwordFault,
  calls: ['POST /api/accounts/reset-password/'],
};

const tokens: Action = {
  name: 'getting and renewing a token',
  prepare: restore,
  async run() {
    const program = visitor(proxy);
    const created = await got(program, 'POST', '/api/token/', { email: ada.user.email, password });
    if (created.status !== 200) return outcomeOf(created);
    const { refresh } = created.body as { refresh: string };
    const renewed = await got(program, 'POST', '/api/token/refresh/', { refresh });
    if (renewed.status !== 200) return outcomeOf(renewed);
    const { access } = renewed.body as { access: string };
    return signInState(visitor(proxy, { authorization: `Bearer ${access}` }));
  },
  marks,
  check: async (outcome) => isOpenToOthers(outcome),
  calls: ['POST /api/token/', 'POST /api/token/refresh/'],
};

/** Reads whose token it is, and whether it uses the keyring, which the proxy itself states. */
const creatingToken: Action = {
  name: 'creating an API token',
  async prepare() {
    await restore();
    await service.database.delete(apiTokens);
  },
  async run() {
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const scope = { organization: ada.organization.id, datasets: null, verbs: ['read'] };
    const body = { name: 'Nightly', ...scope, expires };
    const created = await got(visitor(proxy, ada.headers), 'POST', '/api/tokens/', body);
    if (created.status !== 201) return outcomeOf(created);
    const { secret, uses_keys: opens } = created.body as { secret: string; uses_keys: boolean };
    const self = await got(visitor(proxy, { authorization: `Bearer ${secret}` }), 'GET', '/api/users/self/');
    return outcomeOf(self, ({ body: user }) => ({ user: (user as { id: string }).id, opens }));
  },
  marks,
  check: async (outcome) => isOpenToOthers(outcome),
  calls: ['POST /api/tokens/'],
};

testLies({
  liar,
  pool,
  actions: [signingIn, signingInWithGoogle, signingOut, changing, resetting, tokens, creatingToken],
  unsignedFields: unsignedSignInFields,
  covers: coveredCalls.signingIn,
  minLies: 100,
});
