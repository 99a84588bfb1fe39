/** A proposal from the dropped file to the upload, with failures of each step. */
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { proposalMachine } from '#src/machines/proposal/machine.ts';
import { nameOfFile, type ProposalContext, type ProposalDraft } from '#src/machines/proposal/types.ts';
import type { ProposedFile } from '#src/shared/proposedFile.ts';
import { schema } from '../../support/records.ts';

const place = { organization: 'o1', dataset: null };
const proposed: ProposedFile = {
  fields: [
    {
      heading: 'name',
      name: 'name',
      property: { type: 'string' },
      required: true,
      samples: ['Ada'],
      note: null,
      becomesText: false,
    },
  ],
  rows: 2,
  oddRows: 0,
  reading: { format: 'csv', encoding: 'utf-8', isSure: true, delimiter: ',' },
  unpacked: null,
};
const file = new File(['name\nAda\n'], 'Ward_7.2026.csv');

/** Starts a machine whose steps fail as often as asked, and notes the calls. */
function started(
  failures: Partial<Record<'dataset' | 'schema' | 'upload', number>> = {},
  draft: ProposalDraft | null = null,
) {
  const left = { dataset: 0, schema: 0, upload: 0, ...failures };
  const calls: string[] = [];
  const step = <Output>(name: keyof typeof left, output: Output) =>
    fromPromise<Output, ProposalContext>(async ({ input }) => {
      calls.push(`${name} ${name === 'upload' ? '' : input.keys[name]}`.trim());
      if (left[name]-- > 0) throw new Failure('unavailable', `No ${name}.`);
      return output;
    });
  const deleteDraft = vi.fn();
  const actor = createActor(
    proposalMachine.provide({
      actors: {
        readFile: fromCallback(({ sendBack }) =>
          sendBack({ type: 'read.completed', proposed, choices: {}, draft }),
        ),
        loadDraft: fromPromise(async () => draft),
        createDataset: step('dataset', 'd1'),
        createSchema: step('schema', schema),
        beginUpload: step('upload', '/records'),
        watchSession: fromCallback(() => undefined),
      },
      actions: { deleteDraft },
    }),
  ).start();
  const settled = () => waitFor(actor, (now) => !now.hasTag('busy'));
  return { actor, calls, settled, deleteDraft };
}

test('a read file is proposed under its name', () => {
  const { actor } = started();
  actor.send({ type: 'file.dropped', file, place });
  const { value, context } = actor.getSnapshot();
  expect(value).toBe('editing');
  expect(context).toMatchObject({
    name: 'Ward 7',
    file,
    fields: [{ id: 'c0', name: 'name', included: true }],
  });
});

test('one press creates dataset and schema and begins the upload; then no value is left', async () => {
  const { actor, calls, settled, deleteDraft } = started();
  actor.send({ type: 'file.dropped', file, place });
  const { keys } = actor.getSnapshot().context;
  actor.send({ type: 'create.pressed' });
  const { value, context } = await settled();
  expect(calls).toEqual([`dataset ${keys.dataset}`, `schema ${keys.schema}`, 'upload']);
  expect([value, context.path, context.fields, context.file]).toEqual(['begun', '/records', [], null]);
  expect(deleteDraft).toHaveBeenCalledOnce();
});

test('a schema for an existing dataset does not create another dataset', async () => {
  const { actor, calls, settled } = started();
  actor.send({ type: 'file.dropped', file, place: { ...place, dataset: { id: 'd2', name: 'People' } } });
  actor.send({ type: 'create.pressed' });
  await settled();
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['schema', 'upload']);
});

test.each(['dataset', 'schema', 'upload'] as const)(
  'a failure of the step %s is named, and the step is repeated with its key',
  async (step) => {
    const { actor, calls, settled } = started({ [step]: 2 });
    actor.send({ type: 'file.dropped', file, place });
    for (let presses = 0; presses < 2; presses++) {
      actor.send({ type: 'create.pressed' });
      const { value, context } = await settled();
      expect(value).toBe('editing');
      expect(context.failure).toMatchObject({ step, failure: { message: `No ${step}.` } });
    }
    actor.send({ type: 'create.pressed' });
    expect((await settled()).value).toBe('begun');
    const count = (name: string) => calls.filter((call) => call.startsWith(name)).length;
    expect({ dataset: count('dataset'), schema: count('schema'), upload: count('upload') }).toEqual({
      dataset: 1,
      schema: 1,
      upload: 1,
      [step]: 3,
    });
    expect(new Set(calls).size).toBe(3);
  },
);

test('without the file nothing is created: a draft waits for it, and keeps its edits', async () => {
  const { actor: first } = started();
  first.send({ type: 'file.dropped', file, place });
  const { fields, keys } = first.getSnapshot().context;
  const draft: ProposalDraft = {
    place,
    name: 'Patients',
    description: 'Since May',
    fields: [{ ...fields[0]!, name: 'Full name', samples: [] }],
    keys,
    createdDataset: 'd1',
  };
  const { actor, calls, settled } = started({}, draft);
  actor.send({ type: 'draft.wanted', organization: 'o1' });
  await waitFor(actor, (now) => now.matches('editing'));
  actor.send({ type: 'create.pressed' });
  expect(actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'file.dropped', file, place });
  expect(actor.getSnapshot().context).toMatchObject({
    name: 'Patients',
    description: 'Since May',
    fields: [{ name: 'Full name', samples: ['Ada'] }],
  });
  actor.send({ type: 'create.pressed' });
  await settled();
  expect(calls).toEqual([`schema ${keys.schema}`, 'upload']);
});

test('edits change one field, its place, or all of them', () => {
  const { actor } = started();
  actor.send({ type: 'file.dropped', file, place });
  actor.send({ type: 'field.changed', id: 'c0', change: { required: false } });
  actor.send({ type: 'name.changed', name: 'Patients' });
  actor.send({ type: 'description.changed', description: 'Since May' });
  const { context } = actor.getSnapshot();
  expect(context).toMatchObject({
    name: 'Patients',
    description: 'Since May',
    fields: [{ required: false }],
  });
  actor.send({ type: 'field.moved', id: 'c0', by: 1 });
  expect(actor.getSnapshot().context.fields).toEqual(context.fields);
  actor.send({ type: 'fields.replaced', fields: [] });
  expect(actor.getSnapshot().context.fields).toEqual([]);
});

test.each(['user.signedOut', 'organization.left'] as const)('%s forgets the file and its values', (type) => {
  const { actor, deleteDraft } = started();
  actor.send({ type: 'file.dropped', file, place });
  actor.send({ type });
  expect(deleteDraft).not.toHaveBeenCalled();
  expect(actor.getSnapshot()).toMatchObject({
    value: 'none',
    context: { fields: [], file: null, source: null },
  });
});

test.each([
  ['people.csv', 'people'],
  ['zip_codes 2026.csv.gz', 'zip codes 2026'],
  ['.csv', 'Records'],
  [`${'x'.repeat(200)}.json`, 'x'.repeat(127)],
])('a file called %s is proposed as %s', (name, expected) => {
  expect(nameOfFile(new File([], name))).toBe(expected);
});
