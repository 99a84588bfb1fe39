/** Every state of a proposal, and the ways out of it, on its page. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { proposalMachine } from '#src/machines/proposal/machine.ts';
import type { ProposedFile } from '#src/shared/proposedFile.ts';
import { openConsole } from '../../support/console.tsx';
import { at, dataset, full, schema } from '../../support/datasets.ts';
import { fakeSockets } from '../../support/fakeSocket.ts';
import { accepted, fakeUploads } from '../../support/fakeUpload.ts';
import { fakeWorkers } from '../../support/fakeWorkers.ts';
import { keyringOf } from '../../support/handedOn.ts';
import {
  testEveryState,
  deferredCall,
  follow,
  shortestPathsOf,
  whole,
  type Move,
} from '../../support/model.ts';

type Result = Awaited<ReturnType<typeof import('#src/workers/propose/propose.ts').proposeInWorker>>;
/** The task of the worker, which waits for the test. */
const worker = vi.hoisted(() => ({ waiting: [] as ((result: Result | Promise<never>) => void)[] }));
vi.mock('#src/workers/propose/propose.ts', async (original) => ({
  ...(await original<object>()),
  proposeInWorker: () => new Promise<Result>((resolve) => worker.waiting.push(resolve)),
}));
async function answerRead(result: Result | Promise<never>): Promise<void> {
  await vi.waitFor(() => expect(worker.waiting).not.toHaveLength(0));
  await act(async () => worker.waiting.splice(0).forEach((resolve) => resolve(result)));
}

const file = new File(['name,age\nAda,36\n'], 'people.csv');
const place = { organization: 'o1', dataset: null };
const fieldOf = (name: string): ProposedFile['fields'][number] => ({
  heading: name,
  name,
  property: { type: 'string' },
  required: true,
  samples: ['Ada'],
  note: null,
  becomesText: false,
});
const proposed: ProposedFile = {
  fields: [fieldOf('name'), fieldOf('age')],
  rows: 1,
  oddRows: 0,
  reading: { format: 'csv', encoding: 'utf-8', isSure: true, delimiter: ',' },
  unpacked: null,
};
const failure = new Failure('invalid', 'The file ends too early.');
const done = (id: string) => `xstate.done.actor.0.proposal.${id}`;
const error = (id: string) => `xstate.error.actor.0.proposal.${id}`;
const completed = { type: 'read.completed', proposed, choices: {}, draft: null };
const failed = { type: 'read.failed', failure };

const stays = shortestPathsOf(proposalMachine, {
  events: [
    { type: 'file.dropped', file, place },
    { type: 'draft.wanted', organization: 'o1' },
    { type: done('loading'), output: null },
    completed,
    failed,
    { type: 'reading.chosen', choices: { delimiter: ';' } },
    { type: 'create.pressed' },
    { type: done('creating.dataset'), output: dataset.id },
    { type: done('creating.schema'), output: schema },
    { type: done('creating.upload'), output: `${at}/schemas/${schema.id}/records` },
  ] as { type: string }[],
});
/** The events that leave a state for one that other paths reach already. */
const ends: Record<string, (Move['event'] & { to: string })[]> = {
  reading: [{ type: 'proposal.closed', to: 'none' }],
  rereading: [
    { ...completed, to: 'editing' },
    { ...failed, to: 'editing' },
    { type: 'reading.cancelled', to: 'editing' },
  ],
  editing: [{ type: 'proposal.closed', to: 'none' }],
  'creating.dataset': [{ type: error('creating.dataset'), to: 'editing' }],
  'creating.schema': [{ type: error('creating.schema'), to: 'editing' }],
};
const ways = stays.flatMap(({ name, moves }) => [
  { name, moves },
  ...(ends[moves.at(-1)!.state] ?? []).map(({ to, ...event }) => ({
    name: `${name}, ${event.type}`,
    moves: [...moves, { event, state: to }],
  })),
]);

beforeEach(() => {
  fakeWorkers();
  fakeSockets();
  worker.waiting.length = 0;
});

test.each(whole(ways))('$name', async ({ moves }) => {
  fakeUploads(() => accepted);
  const [datasets, schemas] = [deferredCall(), deferredCall()];
  const {
    user,
    heading,
    proposal,
    router,
    place: address,
  } = openConsole('/datasets', {
    ...full,
    ...keyringOf(null),
    'GET /api/datasets/': () => ({ body: [] }),
    'GET /api/jobs/': () => ({ body: [] }),
    'POST /api/datasets/': () => datasets.answer(),
    'POST /api/schemas/': () => schemas.answer(),
    'POST /api/records/search/': () => ({ body: [] }),
  });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const refusal = { status: 400, body: { detail: 'Not this name.' } };
  const happens: Record<string, () => unknown> = {
    'xstate.init': () => heading('Datasets'),
    'file.dropped': async () => user.upload(await screen.findByLabelText('Select a file to upload'), file),
    'draft.wanted': () => act(() => router.navigate('/upload-file')),
    [done('loading')]: () => undefined,
    'read.completed': () => answerRead({ ok: true, proposed }),
    'read.failed': () => answerRead({ ok: false, reason: failure.message }),
    'reading.chosen': async () => user.selectOptions(await screen.findByLabelText('Delimiter'), ';'),
    'reading.cancelled': () => press('Cancel'),
    'create.pressed': () => press('Create and Upload'),
    [done('creating.dataset')]: () => datasets.reply({ status: 201, body: dataset }),
    [error('creating.dataset')]: () => datasets.reply(refusal),
    [done('creating.schema')]: () => schemas.reply({ status: 201, body: schema }),
    [error('creating.schema')]: () => schemas.reply(refusal),
    [done('creating.upload')]: () => undefined,
    'proposal.closed': () => press(screen.queryByText(/^Reading people/) ? 'Cancel' : 'Select another file'),
  };
  const isCreating = () =>
    waitFor(() => expect(screen.getByText('Select another file').ariaDisabled).toBe('true'));
  const shows: Record<string, () => Promise<unknown>> = {
    none: () => screen.findByRole('button', { name: 'Upload a File' }),
    // The stored draft is there too soon to be seen.
    loading: () => heading('Upload a File'),
    // The page looks as it does while a draft is loaded.
    empty: () => waitFor(() => expect(proposal.getSnapshot().value).toBe('empty')),
    reading: () => screen.findByText(/^Reading people\.csv/),
    rereading: () => screen.findByText(/^Reading people\.csv/),
    unreadable: () => screen.findByText('The file ends too early.'),
    editing: () => screen.findByRole('listitem', { name: 'age' }),
    'creating.dataset': isCreating,
    'creating.schema': isCreating,
    'creating.upload': () => waitFor(() => expect(address()).toContain('/records')),
    begun: () => waitFor(() => expect(proposal.getSnapshot().value).toBe('none')),
  };
  await follow(moves, happens, shows);
  const last = moves.at(-1)!.event.type;
  if (last.startsWith('xstate.error')) await screen.findByText(/Not this name\./);
  if (last === 'read.failed') await screen.findByText(/The file ends too early\./);
});

testEveryState(proposalMachine);
