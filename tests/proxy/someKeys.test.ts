/** People with all or some of a schema's keys, after these were changed. */
import { afterAll, describe, expect, test } from 'vitest';
import { rotated, startKeyRotation, problemOf } from './support/keyRotation.ts';
import type { Actor } from './support/proxy.ts';

const changing = await startKeyRotation();
const { ada } = changing;
afterAll(() => changing.close());

describe('a person with some of a schema’s keys', () => {
  const asks = (acts: Actor, id: string) => acts.send('POST', '/api/records/search/', { schema: id });

  test('with only the earlier ones can neither search, decrypt nor upload, and gets the missing key named', async () => {
    const { schema, upload } = await changing.home('Left behind');
    await upload(10);
    const bob = await changing.colleague(schema, [1]);
    const { records } = await bob.search({ schema: schema.id });
    expect(await bob.decrypt(records)).toHaveLength(10);
    await rotated(schema.id, ada);
    await upload(10);
    const sealed = (await ada.search({ schema: schema.id })).records;
    for (const answer of [
      await asks(bob, schema.id),
      await bob.send('POST', '/api/records/decrypt/', sealed),
      await bob.upload(schema.id, 'city\nOslo\n', 'text/csv'),
      await bob.send('DELETE', `/api/records/${sealed[0]!.id}/`),
      await bob.send('POST', `/api/schemas/${schema.id}/rotate/`),
    ]) {
      const { status, detail } = await problemOf(answer);
      expect([status, detail]).toEqual([422, expect.stringMatching(/lacks the new key .*"Left behind"/)]);
    }
    const can = await bob.send('POST', '/api/records/can-decrypt/', sealed[0]);
    expect(await can.json()).toEqual({ can_decrypt: false });
  });

  test('with only the newest gets the missing earlier one named', async () => {
    const { schema, upload } = await changing.home('Late');
    await upload(10);
    await rotated(schema.id, ada);
    const bob = await changing.colleague(schema, [2]);
    expect(await problemOf(await asks(bob, schema.id))).toEqual({
      status: 422,
      detail: expect.stringMatching(
        /lacks the earlier key for searching of the schema "Late" \(generation 1 of 2\)/,
      ) as string,
    });
    const sealed = (await ada.search({ schema: schema.id })).records;
    expect(await problemOf(await bob.send('POST', '/api/records/decrypt/', sealed))).toEqual({
      status: 422,
      detail: expect.stringMatching(
        /lacks the earlier key of the field "\w+" of the schema "Late" \(generation 1 of 2\)/,
      ) as string,
    });
  });

  test('with all of them works as the schema’s owner does, and makes the next keys, which the owner then lacks', async () => {
    const { schema, upload, check } = await changing.home('Shared');
    await upload(30);
    await rotated(schema.id, ada);
    await upload(10);
    const bob = await changing.colleague(schema, [1, 2]);
    expect(await upload(10, bob)).toBe('complete');
    await check(bob);
    await check();
    expect((await rotated(schema.id, bob)).generation).toBe(3);
    expect(await upload(10, bob)).toBe('complete');
    await check(bob);
    expect((await problemOf(await asks(ada, schema.id))).detail).toMatch(/lacks the new key .*"Shared"/);
  });
});
