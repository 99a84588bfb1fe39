/** The calls that need no sign-in, in the order of the pages that make them, at the service or through a proxy. */
import { expect } from 'vitest';
import { openMail } from '@cloakroom/service/modules/mail/mail.ts';
import { outboxToken } from '@cloakroom/service/modules/mail/outboxToken.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { type Issuer, startIssuer } from '#tests/service/support/issuer.ts';
import { linkIn, partsOf } from '#tests/service/support/mailLinks.ts';
import { password, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

/** Makes a call as a browser does. @returns the JSON of its answer. */
export type Send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<unknown>;

const clientId = 'our-client.apps.example';
const newAddress = () => `${newId().toLowerCase()}@example.org`;
const newPassword = 'another long password';

/** Starts a service that accepts sign-ins with a provider. */
export async function startWithProvider(): Promise<{ google: Issuer; service: TestService }> {
  const google = await startIssuer(clientId);
  const service = await startService({
    listen: true,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_JWKS_URL: google.jwksUrl,
  });
  return { google, service };
}

export async function registerAndReset(service: TestService, send: Send): Promise<void> {
  const email = newAddress();
  const registration = {
    email,
    first_name: 'Grace',
    last_name: 'Hopper',
    password,
    password_confirm: password,
  };
  const signIn = (secret: string) => send('POST', '/api/accounts/login/', { login: email, password: secret });
  await send('POST', '/api/accounts/register/', { ...registration, password_confirm: 'other' });
  await send('POST', '/api/accounts/register/', { ...registration, organization_name: 'Compilers' });
  const parts = partsOf(linkIn(service.mails().at(-1)));
  await signIn(password);
  for (const link of [parts, parts]) await send('POST', '/api/accounts/verify-registration/', link);
  await send('GET', '/api/csrf/');
  await signIn('wrong');
  await signIn(password);
  await send('GET', '/api/accounts/session/');
  await send('PATCH', '/api/accounts/profile/', { first_name: 'Amazing' }, { 'x-csrftoken': 'wrong' });
  await send('POST', '/api/accounts/change-password/', {
    old_password: password,
    password: newPassword,
    password_confirm: newPassword,
  });
  await send('POST', '/api/accounts/logout/');
  await signIn(newPassword);
  const sessions = (await send('GET', '/api/accounts/sessions/')) as { url: string; current: boolean }[];
  await send('DELETE', sessions.find(({ current }) => current)!.url);

  const before = service.mails().length;
  await send('POST', '/api/accounts/send-reset-password-link/', { email });
  await expect.poll(() => service.mails().length, pollTimeout).toBeGreaterThan(before);
  const reset = { ...partsOf(linkIn(service.mails().at(-1))), password };
  for (const link of [reset, reset]) await send('POST', '/api/accounts/reset-password/', link);
}

export async function acceptAndSignInWithProvider(
  service: TestService,
  google: Issuer,
  owner: Someone,
  send: Send,
): Promise<void> {
  const invitations = `/api/organizations/${owner.organization.id}/invitations/`;
  await caller(service)(owner, 'POST', invitations, { email: newAddress() });
  const names = { first_name: 'Grace', last_name: 'Hopper', password, password_confirm: password };
  const accepted = { ...partsOf(linkIn(service.mails().at(-1))), ...names };
  for (const link of [accepted, accepted]) await send('POST', '/api/accounts/accept-invitation/', link);
  const { csrfToken: _, ...rest } = (await send('GET', '/api/csrf/')) as { csrfToken: string };
  expect(rest).toEqual({});
  for (const id_token of ['wrong', await google.token({ sub: newId(), email: newAddress() })]) {
    const token = { client_id: clientId, id_token };
    await send('POST', '/api/allauth/browser/v1/auth/provider/token', { provider: 'google', process: 'login', token }); // prettier-ignore
  }
}

export async function useTokens({ user: { email } }: Someone, send: Send): Promise<void> {
  await send('POST', '/api/token/', { email, password: 'wrong' });
  const tokens = await send('POST', '/api/token/', { email, password });
  const { access, refresh } = tokens as { access: string; refresh: string };
  for (const token of [refresh, access]) await send('POST', '/api/token/refresh/', { refresh: token });
  for (const token of [access, 'wrong']) await send('POST', '/api/token/verify/', { token });
}

/** Status, health, the description and the outbox. @param headers - sent with each call. */
export async function readOpenPages(
  service: TestService,
  send: Send,
  headers: Record<string, string> = {},
): Promise<void> {
  const get = (url: string) => send('GET', url, undefined, headers);
  await openMail(service.config).send({ to: newAddress(), subject: 'Hello', text: 'Hello' });
  for (const path of ['status', 'health', 'schema']) await get(`/api/${path}/`);
  await get('/api/outbox/?token=wrong');
  const token = outboxToken(service.config);
  const [mail] = (await get(`/api/outbox/?token=${token}`)) as [{ id: string }];
  for (const id of [mail.id, 'none']) await get(`/api/outbox/${encodeURIComponent(id)}/?token=${token}`);
}
