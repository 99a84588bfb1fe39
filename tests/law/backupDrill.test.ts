/** A backup drill: the service is lost, its backup is restored, and the proxies continue with the restored content. */
import { afterAll, expect, test } from 'vitest';
import { openedBy, refusalOf, restoredOf, rowsFrom, startRestoring } from '#tests/proxy/epochs/support.ts';

const drill = await startRestoring();
afterAll(() => drill.close());

test('two proxies reject a restored backup until an owner accepts it, then read all records', async () => {
  const { ada } = drill;
  const schema = await drill.schema('Drilled');
  const { id } = schema;
  const { state, accept, trust, search } = restoredOf(id);
  const upload = async (first: number, count: number) => {
    const job = await ada.uploaded(id, JSON.stringify(rowsFrom(first, count)), 'application/json');
    expect(job.status).toBe('complete');
  };
  await upload(0, 150);
  const bob = await drill.colleague(schema, 'owners');
  const backup = await drill.backUp();
  const backedUp = rowsFrom(0, 150);

  await upload(150, 60);
  await upload(210, 7);
  const { records } = await ada.search({ schema: id, limit: 5 });
  expect(
    (await ada.send('DELETE', `/api/records/?${records.map((one) => `id=${one.id}`).join('&')}`)).status,
  ).toBe(204);
  const lateRequester = await drill.colleague(schema, 'requesters');
  expect((await bob.search({ schema: id })).total).toBe(212);
  expect((await lateRequester.search({ schema: id })).total).toBe(212);

  await drill.restore(backup);
  for (const device of [ada, bob]) {
    const [status, detail] = await refusalOf(await search(device));
    expect(status).toBe(422);
    expect(detail).toMatch(/went back from version 4 to 1/);
    expect(detail).toMatch(
      /Missing are 67 records of 2 uploads, .* 5 deleted records would be there again\./,
    );
    expect(detail).toMatch(/one of the schema’s owners can accept its content/);
  }
  const before = await state(ada);
  expect(before).toMatchObject({
    state: 'older',
    epoch: null,
    missing: { uploads: 2, records: 67, returned: 5 },
    uploads: [{ records: 7 }, { records: 60 }],
    earlier_keys: false,
    may_accept: true,
    confirm_with: 'password',
  });
  expect(before.as_of! < before.seen!).toBe(true);

  await expect(accept(ada, 'a wrong password')).rejects.toThrow('not the password of your account');
  expect((await search(ada)).status).toBe(422);
  const after = await accept(ada);
  expect(after).toMatchObject({ state: 'current', missing: { uploads: 2, records: 67, returned: 5 } });
  expect(after.epoch).toMatchObject({ number: 1, reason: 'Disk lost', base: { version: 1 } });

  expect(await openedBy(ada, id)).toEqual(backedUp);
  expect(await openedBy(bob, id)).toEqual(backedUp);
  expect(await state(bob)).toMatchObject({
    state: 'current',
    epoch: { number: 1, signer: { user: ada.who.user.id, name: 'Ada Byron' } },
    missing: { uploads: 2, records: 67, returned: 5 },
  });
  await upload(150, 40);
  const byBob = await bob.uploaded(id, JSON.stringify(rowsFrom(190, 10)), 'application/json');
  expect(byBob.status).toBe('complete');
  for (const device of [ada, bob]) expect(await openedBy(device, id)).toEqual(rowsFrom(0, 200));
  // Keys that were shared after the backup have to be shared again.
  const newcomer = await drill.colleague(schema, 'requesters');
  expect((await newcomer.search({ schema: id })).total).toBe(200);

  const second = await drill.backUp();
  await upload(200, 20);
  for (const device of [bob, newcomer]) expect((await device.search({ schema: id })).total).toBe(220);
  await drill.restore(second);
  expect((await search(bob)).status).toBe(422);
  expect(await accept(bob)).toMatchObject({ state: 'current', epoch: { number: 2 } });
  for (const device of [ada, bob]) expect((await device.search({ schema: id })).total).toBe(200);
  // The newcomer has keys from Ada and knows no other owner, so Bob's words have to be compared.
  expect((await refusalOf(await search(newcomer)))[1]).toMatch(
    /20 records of 1 upload.*doesn’t know that identity/,
  );
  const { words } = await state(newcomer);
  await expect(trust(newcomer, words.toReversed().join(' '))).rejects.toThrow(
    'eight words are not the fingerprint',
  );
  expect(await trust(newcomer, words.join(' '))).toMatchObject({ state: 'current', epoch: { number: 2 } });
  expect((await newcomer.search({ schema: id })).total).toBe(200);
  await drill.restore(backup);
  for (const device of [ada, bob]) expect((await refusalOf(await search(device)))[1]).toMatch(/epoch 2 to 0/);
  expect(await accept(ada)).toMatchObject({ epoch: { number: 3 } });
  for (const device of [ada, bob]) expect(await openedBy(device, id)).toEqual(backedUp);
});
