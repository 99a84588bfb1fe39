/** Renewing the keys of a schema when its teams are saved. */
import { expect, test } from 'vitest';
import {
  add,
  editWith,
  refusal,
  remove,
  save,
  saved,
  type Edit,
  type Effects,
} from '#tests/src/support/teamEdit.ts';
import { edited, people, requestersId } from '#tests/src/support/teams.ts';

const { ada, grace, mary } = people;

test('creates new keys after a key is lost, if that was chosen', async () => {
  const { edit, renewed, emitted } = editWith();
  remove(edit);
  save(edit, true);
  await saved(edit);
  expect(renewed).toHaveBeenCalledExactlyOnceWith({ schema: 'schema' });
  expect(emitted).toMatchObject([{ type: 'save.ended', renewal: 'done' }]);
});

test.each([
  ['that was not chosen', (edit: Edit) => remove(edit), false, {}],
  ['no key is lost', (edit: Edit) => add(edit), true, {}],
  [
    'the removal was rejected',
    (edit: Edit) => remove(edit),
    true,
    { submitChange: () => Promise.reject(refusal) } satisfies Effects,
  ],
] as const)('creates no new keys if %s', async (_, change, renew, effects) => {
  const { edit, renewed } = editWith(effects);
  change(edit);
  save(edit, renew);
  await saved(edit);
  expect(renewed).not.toHaveBeenCalled();
  expect(edit.getSnapshot().context.renewal).toBe('none');
});

test('revoking a field requires new keys, granting one does not', async () => {
  const withAge = edited([ada, grace], [mary], ['age']);
  const { edit, renewed, submitted } = editWith({ readTeams: async () => withAge });
  edit.send({ type: 'teams.read', teams: withAge });
  edit.send({ type: 'fields.chosen', team: requestersId, fields: [] });
  save(edit, true);
  await saved(edit);
  expect(submitted).toEqual(['fields: ']);
  expect(renewed).toHaveBeenCalledOnce();
});

test('a failed renewal is retried without sending any change twice', async () => {
  let isFailing = true;
  const { edit, submitted, renewed } = editWith({
    renew: async () => {
      if (isFailing) throw refusal;
    },
  });
  remove(edit);
  save(edit, true);
  await saved(edit);
  expect(edit.getSnapshot().context.renewal).toBe(refusal);
  isFailing = false;
  edit.send({ type: 'retry.pressed' });
  await saved(edit);
  expect(edit.getSnapshot().context.renewal).toBe('done');
  expect(submitted).toHaveLength(1);
  expect(renewed).toHaveBeenCalledTimes(2);
});
