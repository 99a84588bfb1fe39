/** A connection that breaks after the service has carried out a call: another attempt leads to the same result. */
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Identity } from '@cloakroom/contract/identities.ts';
import { relay } from '#tests/proxy/support/relay.ts';
import { lyingService } from '#tests/support/lyingService.ts';
import { startOrganization, wordsOf, type Device } from './support.ts';

const world = await startOrganization();
const wire = await relay(world.service.url);
const ada = await world.device(world.ada.who, wire.url);
const grace = await world.newcomer(wire.url);
const schema = await ada.people();
afterAll(async () => {
  await wire.cut();
  await world.close();
});

/** Breaks the connection as the service answers a call, then tries again until it works. */
const interrupted = async <T>(at: string, action: () => Promise<T>): Promise<T> => {
  const lost = wire.loseAnswerTo(at);
  await expect(action()).rejects.toMatchObject({ status: 503 });
  await lost;
  return action();
};
const identities = (device: Device) => device.read(z.array(Identity), 'GET', '/api/identities/');

test('an identity is registered once', async () => {
  for (const device of [ada, grace]) {
    const made = await interrupted('/api/identities/register/', () => device.identity());
    expect(await identities(device)).toMatchObject([{ id: made.id, revoked: null }]);
  }
  expect((await ada.identity()).id).toBe((await identities(ada))[0]?.id);
});

test('a key is sealed once, and the others after it', async () => {
  await ada.admit(schema, 'owners', grace.who);
  const { request, identity } = await ada.askedBy(grace.who);
  const lost = wire.loseAnswerTo('POST /api/materials/ ');
  await expect(ada.fulfil(request, wordsOf(identity))).rejects.toMatchObject({ status: 503 });
  await lost;
  expect(await ada.fulfilAll()).toHaveLength(3);
  expect(await grace.waiting()).toHaveLength(4);
});

test('a key that was proven but not acknowledged is acknowledged, and none is requested again', async () => {
  const [waiting] = await grace.waiting('request,uploaded_by.user');
  const lost = wire.loseAnswerTo('/proof/');
  const words = wordsOf(waiting!.uploaded_by as Identity);
  await expect(grace.receive(waiting!.id, words)).rejects.toMatchObject({ status: 503 });
  await lost;
  expect(await grace.receiveAll()).toHaveLength(4);
  expect(await grace.overrides()).toHaveLength(4);
  expect(await grace.waiting()).toEqual([]);
  expect(await grace.receiveAll()).toEqual([]);
});

test('a key is on this machine’s disk before the service deletes it', async () => {
  const emmy = await world.newcomer(wire.url);
  await emmy.identity();
  await ada.admit(schema, 'owners', emmy.who);
  await ada.compareAndFulfilAll();
  const [waiting] = await emmy.waiting('request,uploaded_by.user');
  const lost = wire.loseAnswerTo('/acknowledge/');
  const words = wordsOf(waiting!.uploaded_by as Identity);
  await expect(emmy.receive(waiting!.id, words)).rejects.toMatchObject({ status: 503 });
  await lost;
  expect(await emmy.overrides()).toHaveLength(1);
  expect(await emmy.receiveAll()).toHaveLength(3);
  expect(await emmy.overrides()).toHaveLength(4);
});

test('keys are received although the list of schemas can’t be read after them', async () => {
  const liar = await lyingService(world.service.url);
  const lin = await world.newcomer(liar.url);
  await lin.identity();
  await ada.admit(schema, 'owners', lin.who);
  await ada.compareAndFulfilAll();
  liar.lie('GET /api/schemas/', () => ({ status: 503 }));
  expect(await lin.compareAndReceiveAll()).toHaveLength(4);
  await liar.close();
});
