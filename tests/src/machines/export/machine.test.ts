/** The life of one export, without its effects. */
import { expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { exportMachine } from '#src/machines/export/machine.ts';
import type { ExportContext, ExportEvent, ExportTarget } from '#src/machines/export/types.ts';
import { Failure } from '#src/shared/failure.ts';

const target: ExportTarget = {
  order: {
    schema: 's1',
    filters: [],
    behindProxy: true,
    format: 'csv',
    names: ['name'],
    open: true,
    escaped: true,
  },
  title: 'People',
  path: '/datasets/d1/schemas/s1/records',
  name: 'People.csv',
  handle: null,
  total: 90,
};

/** An export whose writer does nothing; `asked` has the events that it was sent. */
function exportOf() {
  const asked: string[] = [];
  const saveFile = vi.fn();
  const stopped = vi.fn();
  const actor = createActor(
    exportMachine.provide({
      actors: {
        writeRecords: fromCallback<ExportEvent, ExportContext>(({ receive }) => {
          receive(({ type }) => asked.push(type));
          return stopped;
        }),
      },
      actions: { saveFile },
    }),
    { input: target },
  ).start();
  const writes = (written: number, at: number) =>
    actor.send({ type: 'records.written', written, total: 100, at });
  return { actor, asked, saveFile, stopped, writes };
}

test('computes the rate a second after the first report', () => {
  const { actor, writes } = exportOf();
  expect(actor.getSnapshot().context).toMatchObject({ written: 0, total: 90, rate: null });
  writes(10, 0);
  writes(20, 900);
  expect(actor.getSnapshot().context).toMatchObject({ written: 20, total: 100, rate: null });
  writes(50, 2000);
  expect(actor.getSnapshot().context.rate).toBe(20);
});

test('keeps its writer while it is interrupted, and lets it continue', () => {
  const { actor, asked, stopped, writes } = exportOf();
  writes(40, 0);
  actor.send({
    type: 'export.interrupted',
    failure: new Failure('offline', 'The service can’t be reached.'),
  });
  expect(actor.getSnapshot().hasTag('ended')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ written: 40, rate: null });
  actor.send({ type: 'again.pressed' });
  expect(actor.getSnapshot().hasTag('writing')).toBe(true);
  expect(actor.getSnapshot().context.failure).toBeNull();
  expect(asked).toEqual(['again.pressed']);
  expect(stopped).not.toHaveBeenCalled();
});

test('measures the rate again after an interruption', () => {
  const { actor, writes } = exportOf();
  writes(40, 0);
  actor.send({ type: 'export.interrupted', failure: new Failure('offline', 'Gone.') });
  actor.send({ type: 'again.pressed' });
  writes(50, 60_000);
  writes(70, 62_000);
  expect(actor.getSnapshot().context.rate).toBe(10);
});

test('saves the finished file once, again when asked, and ends its writer', () => {
  const { actor, saveFile, stopped } = exportOf();
  const file = new Blob(['name\r\n']);
  actor.send({ type: 'export.completed', records: 100, file });
  expect(actor.getSnapshot().context).toMatchObject({ written: 100, total: 100, file });
  expect(saveFile).toHaveBeenCalledTimes(1);
  expect(stopped).toHaveBeenCalledTimes(1);
  actor.send({ type: 'save.pressed' });
  expect(saveFile).toHaveBeenCalledTimes(2);
});
