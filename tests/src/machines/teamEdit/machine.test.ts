import { waitFor } from 'xstate';
import { expect, test } from 'vitest';
import {
  add,
  before,
  editWith,
  inWords,
  refusal,
  remove,
  save,
  saved,
  silence,
  states,
} from '#tests/src/support/teamEdit.ts';
import { edited, people, requestersId } from '#tests/src/support/teams.ts';

const { ada, grace, alan, mary } = people;

test('the edited teams start as a copy of the saved ones', () => {
  const { edit } = editWith();
  expect(edit.getSnapshot()).toMatchObject({
    value: { editing: 'idle' },
    context: { saved: before, edited: before },
  });
  expect(inWords(edit)).toEqual([]);
});

test('added and removed members are tracked, and Cancel undoes all changes', () => {
  const { edit } = editWith();
  add(edit);
  remove(edit);
  edit.send({ type: 'fields.chosen', team: requestersId, fields: ['age'] });
  expect(inWords(edit)).toEqual([
    'added alan@example.org',
    'removed grace@example.org',
    'opened age closed ',
  ]);
  edit.send({ type: 'edits.cancelled' });
  expect(edit.getSnapshot().context.edited).toEqual(before);
});

test('adding and removing the same person leaves nothing to save', () => {
  const { edit } = editWith();
  add(edit);
  remove(edit, alan);
  expect(inWords(edit)).toEqual([]);
  edit.send({ type: 'save.pressed' });
  expect(edit.getSnapshot().value).toEqual({ editing: 'idle' });
});

test('a member is not added twice', () => {
  const { edit } = editWith();
  add(edit, grace);
  expect(edit.getSnapshot().context.edited).toEqual(before);
});

test('removing a person who is not on the team changes nothing and is reported', () => {
  const { edit, emitted } = editWith();
  remove(edit, mary);
  expect(inWords(edit)).toEqual([]);
  expect(emitted).toEqual([{ type: 'member.missing' }]);
});

test('the review leads back to the edit', () => {
  const { edit, submitted } = editWith();
  add(edit);
  edit.send({ type: 'save.pressed' });
  expect(edit.getSnapshot().value).toBe('reviewing');
  edit.send({ type: 'edit.pressed' });
  expect(edit.getSnapshot().value).toEqual({ editing: 'idle' });
  expect(inWords(edit)).toEqual(['added alan@example.org']);
  expect(submitted).toEqual([]);
});

test('each change has its own result, and the review is locked after the last', async () => {
  const { edit, submitted, emitted } = editWith({
    submitChange: async ({ kind }) => {
      if (kind === 'removed') throw refusal;
      return 'sent';
    },
  });
  add(edit);
  remove(edit);
  save(edit);
  expect(edit.getSnapshot().value).toBe('comparing');
  await saved(edit);
  expect(submitted).toEqual(['added alan@example.org', 'removed grace@example.org']);
  expect(states(edit)).toEqual(['success', 'error']);
  expect(edit.getSnapshot().context.changes[1]?.reason).toBe('No.');
  expect(emitted.map(({ type }) => type)).toEqual(['save.ended']);
  edit.send({ type: 'edit.pressed' });
  edit.send({ type: 'save.confirmed', renew: false });
  expect(edit.getSnapshot().value).toBe('saved');
});

test('while one change is sent the next ones are pending', async () => {
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const { edit } = editWith({ submitChange: () => held.then(() => 'sent') });
  add(edit);
  add(edit, mary);
  save(edit);
  await waitFor(edit, (now) => now.matches({ saving: 'sending' }));
  expect(states(edit)).toEqual(['pending', 'pending']);
  go();
  await saved(edit);
  expect(states(edit)).toEqual(['success', 'success']);
});

test('only failed changes are retried', async () => {
  let refused = true;
  const { edit, submitted } = editWith({
    submitChange: async ({ kind }) => {
      if (kind === 'removed' && refused) throw refusal;
      return 'sent';
    },
  });
  add(edit);
  remove(edit);
  save(edit);
  await saved(edit);
  refused = false;
  edit.send({ type: 'retry.pressed' });
  await saved(edit);
  expect(submitted.slice(2)).toEqual(['removed grace@example.org']);
  expect(states(edit)).toEqual(['success', 'success']);
  edit.send({ type: 'retry.pressed' });
  expect(edit.getSnapshot().value).toBe('saved');
});

test('closing reads the teams again, and failed changes are still unsaved', async () => {
  const after = edited([ada, alan, grace], [mary]);
  const answers = [before, after];
  const { edit } = editWith({
    readTeams: async () => answers.shift() ?? after,
    submitChange: async ({ kind }) => {
      if (kind === 'removed') throw refusal;
      return 'sent';
    },
  });
  add(edit);
  remove(edit);
  save(edit);
  await saved(edit);
  edit.send({ type: 'dialog.closed' });
  expect(edit.getSnapshot().value).toEqual({ editing: 'refreshing' });
  const { context } = await waitFor(edit, (now) => now.matches({ editing: 'idle' }));
  expect(context.saved).toEqual(after);
  expect(inWords(edit)).toEqual(['removed grace@example.org']);
  expect(context.changes).toEqual([]);
});

test('if the teams can’t be read after saving, the saved changes are applied locally', async () => {
  let first = true;
  const { edit } = editWith({
    readTeams: async () => {
      if (!first) throw silence;
      first = false;
      return before;
    },
  });
  add(edit);
  save(edit);
  await saved(edit);
  edit.send({ type: 'dialog.closed' });
  const { context } = await waitFor(edit, (now) => now.matches({ editing: 'idle' }));
  expect(context.saved).toEqual(edited([ada, alan, grace], [mary]));
});

test('a failed change is cancelled, and another one begun, while the teams are read after saving', async () => {
  const { edit } = editWith({
    submitChange: async () => {
      throw refusal;
    },
  });
  remove(edit);
  save(edit);
  await saved(edit);
  edit.send({ type: 'dialog.closed' });
  edit.send({ type: 'edits.cancelled' });
  add(edit);
  expect(edit.getSnapshot().value).toEqual({ editing: 'refreshing' });
  await waitFor(edit, (now) => now.matches({ editing: 'idle' }));
  expect(inWords(edit)).toEqual(['added alan@example.org']);
});

test('changes by another person are merged, and reported during an edit', () => {
  const { edit } = editWith();
  edit.send({ type: 'teams.read', teams: edited([ada, grace], [alan, mary]) });
  expect(edit.getSnapshot().context.othersChanges).toEqual([]);
  add(edit);
  edit.send({ type: 'teams.read', teams: edited([ada, mary], [alan, mary]) });
  expect(edit.getSnapshot().context.othersChanges).toMatchObject([
    { kind: 'added', person: mary },
    { kind: 'removed', person: grace },
  ]);
  expect(edit.getSnapshot().context.edited).toEqual(edited([ada, alan, mary], [alan, mary]));
  expect(inWords(edit)).toEqual(['added alan@example.org']);
});

test('saving stops if the teams have changed meanwhile, and shows the changes before anything is sent', async () => {
  const theirs = edited([ada], [mary]);
  const { edit, submitted } = editWith({ readTeams: async () => theirs });
  add(edit);
  save(edit);
  const { context } = await waitFor(edit, (now) => now.matches('reviewing'));
  expect(submitted).toEqual([]);
  expect(context.othersChanges).toMatchObject([{ kind: 'removed', person: grace }]);
  edit.send({ type: 'save.confirmed', renew: false });
  await saved(edit);
  expect(submitted).toEqual(['added alan@example.org']);
});

test('a change that another person has already made need not be saved', async () => {
  const { edit, submitted } = editWith({ readTeams: async () => edited([ada, alan, grace], [mary]) });
  add(edit);
  save(edit);
  await waitFor(edit, (now) => now.matches('editing'));
  expect(inWords(edit)).toEqual([]);
  expect(submitted).toEqual([]);
});

test('if reading the teams is refused, nothing is sent and the reason is kept', async () => {
  const { edit, submitted } = editWith({ readTeams: () => Promise.reject(refusal) });
  add(edit);
  save(edit);
  const { context } = await waitFor(edit, (now) => now.matches('reviewing'));
  expect(context.failure).toBe(refusal);
  expect(submitted).toEqual([]);
  edit.send({ type: 'edit.pressed' });
  expect(edit.getSnapshot().context.failure).toBeNull();
});

test('while the service doesn’t answer, changes wait and none counts as saved', async () => {
  const { edit, renewed } = editWith({
    readTeams: () => Promise.reject(silence),
    submitChange: async () => 'queued',
  });
  remove(edit);
  save(edit, true);
  await saved(edit);
  expect(states(edit)).toEqual(['queued']);
  expect(renewed).not.toHaveBeenCalled();
  edit.send({ type: 'dialog.closed' });
  const { context } = await waitFor(edit, (now) => now.matches('editing'));
  expect(context.edited).toEqual(before);
});

test('removing oneself is sent last, since nothing can be changed afterwards', async () => {
  const { edit, submitted } = editWith();
  remove(edit, ada);
  remove(edit);
  remove(edit, mary, requestersId);
  save(edit);
  await saved(edit);
  expect(submitted.at(-1)).toBe('removed ada@example.org');
  expect(submitted).toHaveLength(3);
});
