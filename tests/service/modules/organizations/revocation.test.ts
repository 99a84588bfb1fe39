/** Revoking invitations. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import { users } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { acceptInvitation as accept, linkIn, staleInvitation } from '#tests/service/support/mailLinks.ts';
import { office, password, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';

const service = await startService();
let owner: Someone;
let admin: Someone;
let member: Someone;
let outsider: Someone;
let home: string;
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner, admin, member, outsider, home } = await office(service));
});

const call = (who: Someone, method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
  caller(service)(who, method, url, body);
const invite = (by: Someone, body: object) => call(by, 'POST', `${home}invitations/`, body);
const address = () => `${newId().toLowerCase()}@example.org`;
const people = async () =>
  (await call(owner, 'GET', `${home}users/?expand=user`)).json<{ user: { email: string } }[]>();
const openOnes = async () => (await call(owner, 'GET', `${home}invitations/`)).json<Invitation[]>();
const lastLink = () => linkIn(service.mails().at(-1));
const revoke = (who: Someone, { url }: Pick<Invitation, 'url'>) => call(who, 'DELETE', url);

test('revoking an invitation removes the person, ends the link, and makes the address available again', async () => {
  const email = address();
  const invitation = (await invite(owner, { email })).json<Invitation>();
  const link = lastLink();
  expect((await revoke(admin, invitation)).statusCode).toBe(204);
  expect((await people()).map(({ user }) => user.email)).not.toContain(email);
  expect(await openOnes()).toEqual([]);
  const late = await accept(service.app, link);
  expect([late.statusCode, late.json()]).toEqual([400, staleInvitation]);
  expect((await revoke(admin, invitation)).statusCode).toBe(404);
  expect((await invite(owner, { email })).statusCode).toBe(201);
  expect((await accept(service.app, lastLink())).statusCode).toBe(200);
});

test('revoking an invitation of one organization leaves the invitation of another one valid', async () => {
  const email = address();
  const invitation = (await invite(owner, { email })).json<Invitation>();
  await call(outsider, 'POST', `/api/organizations/${outsider.organization.id}/invitations/`, { email });
  const link = lastLink();
  await revoke(owner, invitation);
  expect((await accept(service.app, link)).statusCode).toBe(200);
  const browser = new Browser(service.app);
  await browser.signIn(email, password);
  const mine = (await browser.get('/api/organizations/')).json<{ id: string }[]>();
  expect(mine.map(({ id }) => id)).toEqual([outsider.organization.id]);
});

test('an accepted invitation can’t be revoked', async () => {
  const email = address();
  const invitation = (await invite(owner, { email })).json<Invitation>();
  await accept(service.app, lastLink());
  expect((await revoke(owner, invitation)).statusCode).toBe(404);
  expect((await people()).map(({ user }) => user.email)).toContain(email);
});

test('only admins of the organization can revoke an invitation', async () => {
  const invitation = (await invite(owner, { email: address() })).json<Invitation>();
  expect((await revoke(member, invitation)).statusCode).toBe(403);
  expect((await revoke(outsider, invitation)).statusCode).toBe(404);
  const elsewhere = `/api/organizations/${outsider.organization.id}/invitations/${invitation.id}/`;
  expect((await call(outsider, 'DELETE', elsewhere)).statusCode).toBe(404);
  expect(await openOnes()).toHaveLength(1);
});

test('an invitation that is revoked and accepted at the same moment ends in one of the two states', async () => {
  for (let round = 0; round < 10; round++) {
    const email = address();
    const invitation = (await invite(owner, { email })).json<Invitation>();
    const [revoked, accepted] = await Promise.all([
      revoke(owner, invitation),
      accept(service.app, lastLink()),
    ]);
    const outcome = [revoked.statusCode, accepted.statusCode].join();
    expect(['204,400', '404,200']).toContain(outcome);
    const [left] = await service.database.select().from(users).where(eq(users.email, email));
    expect(left?.isActive ?? false).toBe(outcome === '404,200');
  }
});
