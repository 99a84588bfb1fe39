/** The calls for one's own keyring, as the console and scripts use them. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Keyring } from '@cloakroom/contract/keyring.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { actor, type Actor } from '#tests/proxy/support/proxy.ts';
import { password, person } from '#tests/service/support/people.ts';

// Fake time, so that the pause between two guesses cannot pass on a busy machine.
vi.useFakeTimers({ toFake: ['Date'] });
const world = await startProxyStack();
const { service, proxy } = world;
afterAll(() => world.close());

const newPerson = async () => {
  const who = await person(service);
  return { who, calls: actor(proxy, who.headers) };
};
const ask = async (calls: Actor, method: string, path: string, body?: unknown) => {
  const answer = await calls.send(method, `/api/keyring/${path}`, body);
  return { status: answer.status, body: await answer.json() };
};
const standing = async (calls: Actor) => Keyring.parse((await ask(calls, 'GET', '')).body);
const shown = async (calls: Actor) =>
  z.object({ words: z.array(z.string()) }).parse((await ask(calls, 'POST', 'phrase/')).body).words;
const three = (words: string[], positions = [1, 12, 24]) => ({
  words: positions.map((position) => ({ position, word: words[position - 1]! })),
});

describe('the recovery words', () => {
  test('are shown until three of them are typed back, then never again', async () => {
    const { calls } = await newPerson();
    expect(await standing(calls)).toMatchObject({ state: 'open', phrase: 'unseen', passphrase: 'file' });
    const words = await shown(calls);
    expect(words).toHaveLength(24);
    expect(await shown(calls)).toEqual(words);
    const confirmed = await ask(calls, 'POST', 'phrase/confirm/', three(words));
    expect(confirmed).toMatchObject({ status: 200, body: { phrase: 'confirmed' } });
    for (const path of ['phrase/', 'phrase/waive/'])
      expect(await ask(calls, 'POST', path)).toMatchObject({ status: 409 });
    expect(await ask(calls, 'POST', 'phrase/confirm/', three(words))).toMatchObject({ status: 409 });
  });

  test('stay unconfirmed while one is wrong, misplaced or entered twice', async () => {
    const { calls } = await newPerson();
    const words = await shown(calls);
    const wrong = three(words.with(11, words[11] === 'zoo' ? 'abandon' : 'zoo'));
    const answer = await ask(calls, 'POST', 'phrase/confirm/', wrong);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('Word 12 is not the one');
    expect(await ask(calls, 'POST', 'phrase/confirm/', three(words, [1, 1, 2]))).toMatchObject({
      status: 400,
    });
    expect(await ask(calls, 'POST', 'phrase/confirm/', three(words, [1, 2]))).toMatchObject({ status: 400 });
    expect(await standing(calls)).toMatchObject({ phrase: 'unseen' });
  });

  test('may be waived, which is stored', async () => {
    const { calls } = await newPerson();
    expect(await ask(calls, 'POST', 'phrase/waive/')).toMatchObject({ body: { phrase: 'waived' } });
    expect(await standing(calls)).toMatchObject({ phrase: 'waived' });
  });

  test('are shown to their owner alone', async () => {
    const [ada, grace] = [await newPerson(), await newPerson()];
    expect(await shown(ada.calls)).not.toEqual(await shown(grace.calls));
    expect((await actor(proxy, {}).send('GET', '/api/keyring/')).status).toBe(401);
    expect((await actor(proxy, {}).send('POST', '/api/keyring/phrase/')).status).toBe(403);
  });
});

describe('a passphrase of one’s own', () => {
  const passphrase = 'correct horse battery staple';
  const locked = async () => {
    const { calls, who } = await newPerson();
    await ask(calls, 'POST', 'phrase/waive/');
    await ask(calls, 'PUT', 'passphrase/', { passphrase });
    await ask(calls, 'POST', 'lock/');
    return { calls, who };
  };

  test('can be set once the words are confirmed, and makes the keyring lockable', async () => {
    const { calls } = await newPerson();
    expect(await ask(calls, 'PUT', 'passphrase/', { passphrase })).toMatchObject({ status: 422 });
    expect(await ask(calls, 'POST', 'lock/')).toMatchObject({ status: 422 });
    await ask(calls, 'POST', 'phrase/waive/');
    expect(await ask(calls, 'PUT', 'passphrase/', { passphrase: 'short' })).toMatchObject({ status: 400 });
    expect(await ask(calls, 'PUT', 'passphrase/', { passphrase })).toMatchObject({
      status: 200,
      body: { state: 'open', phrase: 'waived', passphrase: 'own' },
    });
    expect(await ask(calls, 'POST', 'lock/')).toMatchObject({ body: { state: 'locked', phrase: null } });
  });

  test('is neither easy to guess nor the password of the account', async () => {
    const { calls, who } = await newPerson();
    await ask(calls, 'POST', 'phrase/waive/');
    for (const [weak, why] of [
      ['password123', 'easy to guess'],
      ['qwertyuiop', 'easy to guess'],
      [who.user.email, 'easy to guess'],
      [password, 'the password of your account, which the service sees'],
    ] as const) {
      const { status, body } = await ask(calls, 'PUT', 'passphrase/', { passphrase: weak });
      expect([weak, status]).toEqual([weak, 400]);
      expect(JSON.stringify((body as { errors: object }).errors)).toContain(why);
    }
    expect(await standing(calls)).toMatchObject({ passphrase: 'file' });
  });

  test('makes every call that needs keys fail with a message until it is entered', async () => {
    const { calls, who } = await locked();
    for (const [method, path, body] of [
      ['POST', '/api/identities/', undefined],
      ['POST', '/api/materials/receive/', undefined],
      ['POST', '/api/keyring/phrase/', undefined],
      ['GET', '/api/materials/overrides/', undefined],
    ] as const) {
      const answer = await calls.send(method, path, body);
      expect([path, answer.status]).toEqual([path, 422]);
      expect(await answer.text()).toContain('is locked');
    }
    expect((await calls.send('GET', `/api/organizations/${who.organization.id}/`)).status).toBe(200);
    expect(await ask(calls, 'POST', 'unlock/', { passphrase })).toMatchObject({ body: { state: 'open' } });
    expect((await calls.send('GET', '/api/materials/overrides/')).status).toBe(200);
  });

  test('is refused when it is wrong, and the next attempt has to wait', async () => {
    const { calls } = await locked();
    const wrong = await ask(calls, 'POST', 'unlock/', { passphrase: 'something else' });
    expect(wrong.status).toBe(403);
    expect(JSON.stringify(wrong.body)).toContain('Try again in 1 s');
    const early = await ask(calls, 'POST', 'unlock/', { passphrase });
    expect(early.status).toBe(403);
    expect(JSON.stringify(early.body)).toContain('Too early');
    expect(await standing(calls)).toMatchObject({ state: 'locked' });
  });

  test('is changed only with the present one', async () => {
    const { calls } = await locked();
    expect(await ask(calls, 'PUT', 'passphrase/', { passphrase: 'another four words here' })).toMatchObject({
      status: 403,
    });
    const right = { passphrase: 'another four words here', old: passphrase };
    expect(await ask(calls, 'PUT', 'passphrase/', right)).toMatchObject({ status: 200 });
    await ask(calls, 'POST', 'lock/');
    expect(await ask(calls, 'POST', 'unlock/', { passphrase: 'another four words here' })).toMatchObject({
      status: 200,
    });
  });
});
