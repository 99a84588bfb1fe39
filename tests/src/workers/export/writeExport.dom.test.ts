import { expect, test } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import { createExport, type OnWritten } from '#src/workers/export/writeExport.ts';
import { fakeServer, page } from '../../support/fakeServer.ts';
import { schemaId, sealed } from '../../support/records.ts';

const all = Array.from({ length: 230 }, (_, number): SealedRecord => ({
  ...sealed[0]!,
  id: `r${number}`,
  data: { name: `v1.${number}`, age: `v1.${number}` },
}));
const order: ExportOrder = {
  schema: schemaId,
  filters: [{ label: 'age', value: '1', operator: '>' }],
  order_by: '-age',
  behindProxy: true,
  format: 'csv',
  names: ['name', 'age'],
  open: true,
  escaped: true,
};
const pieceOf = (body: unknown, from = all) => {
  const { offset } = body as { offset: number };
  return page(from.slice(offset, offset + 100), from.length);
};
const opened = (body: unknown) =>
  (body as SealedRecord[]).map(({ id, schema }) => ({
    id,
    schema,
    data: { name: `=${id}, "it"`, age: Number(id.slice(1)) },
  }));
const noted = { [`POST /api/schemas/${schemaId}/exports/`]: () => ({ status: 204, body: undefined }) };
const usual = {
  ...noted,
  'POST /api/records/search/': ({ body }: { body: unknown }) => pieceOf(body),
  'POST /api/records/decrypt/': ({ body }: { body: unknown }) => ({ body: opened(body) }),
};
const ignore = () => undefined;

/** Exports at one go; drops an export that is interrupted. */
async function writeExport(wanted: ExportOrder, file: FileSystemFileHandle | null, onWritten: OnWritten) {
  const running = createExport(wanted, file);
  try {
    return await running.run(onWritten);
  } catch (thrown) {
    await running.drop();
    throw thrown;
  }
}

/** A file that a person chose, and its state. */
function chosenFile() {
  const file = { text: 'what was there', state: 'untouched' };
  let written = '';
  const stream = {
    write: (piece: string) => Promise.resolve(void (written += piece)),
    close: () => Promise.resolve(void Object.assign(file, { text: written, state: 'written' })),
    abort: () => Promise.resolve(void (file.state = 'given up')),
  };
  return {
    file,
    handle: { createWritable: () => Promise.resolve(stream) } as unknown as FileSystemFileHandle,
  };
}

test('writes every matching record in order, decrypted, and escapes formulas', async () => {
  const asked = fakeServer(usual);
  const progress: number[][] = [];
  const { file: blob } = await writeExport(order, null, (...news) => progress.push(news));
  const lines = (await blob?.text())?.split('\r\n') ?? [];
  expect(lines.slice(0, 3)).toEqual(['name,age', `"'=r0, ""it""",0`, `"'=r1, ""it""",1`]);
  expect(lines.slice(-2)).toEqual([`"'=r229, ""it""",229`, '']);
  expect(lines).toHaveLength(232);
  expect(progress[0]).toEqual([100, 230]);
  expect(asked('POST /api/records/search/').map(({ body }) => body)).toEqual(
    [0, 100, 200].map((offset) => ({
      schema: schemaId,
      limit: 100,
      offset,
      filters: order.filters,
      order_by: '-age',
      partial: true,
    })),
  );
});

test('reports the export to the audit log before anything is written', async () => {
  const { file, handle } = chosenFile();
  const asked = fakeServer({
    ...usual,
    [`POST /api/schemas/${schemaId}/exports/`]: () => ({ status: 403, body: { detail: 'No.' } }),
  });
  await expect(writeExport(order, handle, ignore)).rejects.toThrow('No.');
  expect(file.text).toBe('what was there');
  const log = asked(`POST /api/schemas/${schemaId}/exports/`);
  expect(log.map(({ body }) => body)).toEqual([
    { records: 230, filtered: true, values: 'decrypted', format: 'csv' },
  ]);
});

test('doesn’t escape formulas if that is switched off', async () => {
  fakeServer(usual);
  const { file: blob } = await writeExport({ ...order, escaped: false }, null, ignore);
  expect((await blob?.text())?.split('\r\n')[1]).toBe('"=r0, ""it""",0');
});

test('writes sealed records with their ids, in CSV and in JSON, without decrypting', async () => {
  const asked = fakeServer(usual);
  const { file: csv } = await writeExport({ ...order, open: false }, null, ignore);
  expect((await csv?.text())?.split('\r\n').slice(0, 2)).toEqual(['id,name,age', 'r0,v1.0,v1.0']);
  const { file: json } = await writeExport({ ...order, open: false, format: 'json' }, null, ignore);
  expect(JSON.parse((await json?.text()) ?? '')).toEqual(
    all.map(({ id, schema, data }) => ({ id, schema, data })),
  );
  expect(asked('POST /api/records/decrypt/')).toEqual([]);
});

test('without a proxy exports the list', async () => {
  const asked = fakeServer({
    ...noted,
    'GET /api/records/': ({ query }) => pieceOf({ offset: Number(query.get('offset')) }),
  });
  const { file: blob } = await writeExport(
    { ...order, filters: [], open: false, behindProxy: false },
    null,
    ignore,
  );
  expect((await blob?.text())?.split('\r\n')).toHaveLength(232);
  expect(asked('GET /api/records/')).toHaveLength(3);
});

test('without a proxy refuses filters instead of exporting the unfiltered list', async () => {
  const asked = fakeServer({ ...noted, 'GET /api/records/': () => pieceOf({ offset: 0 }) });
  const filters = [{ label: 'name', value: 'Ada' }];
  const wanted = { ...order, filters, open: false, behindProxy: false };
  await expect(writeExport(wanted, null, ignore)).rejects.toThrow(/Only your proxy can apply filters/);
  expect(asked('GET /api/records/')).toEqual([]);
});

test('leaves out records that are added meanwhile', async () => {
  let calls = 0;
  fakeServer({
    ...usual,
    'POST /api/records/search/': ({ body }) => pieceOf(body, calls++ === 0 ? all.slice(0, 150) : all),
  });
  const { file: blob } = await writeExport({ ...order, format: 'json' }, null, ignore);
  expect(JSON.parse((await blob?.text()) ?? '')).toHaveLength(150);
});

test('fails and keeps the file if records are deleted meanwhile, which shifts the others', async () => {
  let calls = 0;
  fakeServer({
    ...usual,
    'POST /api/records/search/': ({ body }) => pieceOf(body, calls++ === 0 ? all : all.slice(1)),
  });
  const { file, handle } = chosenFile();
  await expect(writeExport(order, handle, ignore)).rejects.toMatchObject({ code: 'conflict' });
  expect(file).toEqual({ text: 'what was there', state: 'given up' });
});

test('writes to the chosen file, and keeps it unchanged if the proxy refuses', async () => {
  const good = chosenFile();
  fakeServer(usual);
  expect(await writeExport(order, good.handle, ignore)).toEqual({ records: 230, file: null });
  expect(good.file.state).toBe('written');
  expect(good.file.text.split('\r\n')).toHaveLength(232);
  const bad = chosenFile();
  fakeServer({
    ...usual,
    'POST /api/records/decrypt/': () => ({ status: 403, body: { detail: 'Not yours.' } }),
  });
  await expect(writeExport(order, bad.handle, ignore)).rejects.toThrow('Not yours.');
  expect(bad.file).toEqual({ text: 'what was there', state: 'given up' });
});

test('reads an export in upload order from one answer, which the proxy notes in the audit log', async () => {
  const { order_by: _, ...unordered } = order;
  const lines = opened(all).map((record) => ({ ...record, url: `/api/records/${record.id}/` }));
  const asked = fakeServer({
    'POST /api/records/export/': () => ({
      lines,
      headers: { 'X-Total-Count': '230', 'Content-Type': 'application/x-ndjson' },
    }),
  });
  const { file: blob, records } = await writeExport(unordered, null, ignore);
  expect(records).toBe(230);
  expect((await blob?.text())?.split('\r\n').slice(0, 2)).toEqual(['name,age', `"'=r0, ""it""",0`]);
  expect(asked('POST /api/records/export/').map(({ body }) => body)).toEqual([
    { schema: schemaId, filters: order.filters, decrypt: true, partial: true, format: 'csv' },
  ]);
});

test('does not write a file without the damaged values', async () => {
  const { order_by: _, ...unordered } = order;
  const schema = `/api/schemas/${schemaId}/`;
  const lines = [{ id: 'r1', url: '/api/records/r1/', schema, data: {}, damaged: ['age'] }];
  fakeServer({ 'POST /api/records/export/': () => ({ lines }) });
  const { file, handle } = chosenFile();
  await expect(writeExport(unordered, handle, ignore)).rejects.toThrow(/1 record can’t be read/);
  expect(file).toEqual({ text: 'what was there', state: 'given up' });
});

/** Answers the lines of an export behind `after`; the first answer is cut after some of them. */
function cutServer(cutAfter: number, refusal?: { status: number; body: object }) {
  const lines = opened(all).map((record) => ({ ...record, url: `/api/records/${record.id}/` }));
  let calls = 0;
  return fakeServer({
    'POST /api/records/export/': ({ body }) => {
      const { after } = body as { after?: string };
      const headers = { 'X-Total-Count': '230' };
      if (calls++ === 0) return { lines: lines.slice(0, cutAfter), cut: true, headers };
      if (calls === 2 && refusal) return refusal;
      return { lines: lines.slice(lines.findIndex(({ id }) => id === after) + 1), headers };
    },
  });
}

test('continues after the last record if the response was cut, and repeats none', async () => {
  const { order_by: _, ...unordered } = order;
  const asked = cutServer(150);
  const { file, handle } = chosenFile();
  const running = createExport(unordered, handle);
  await expect(running.run(ignore)).rejects.toMatchObject({ code: 'offline' });
  expect(file.state).toBe('untouched');
  expect(await running.run(ignore)).toEqual({ records: 230, file: null });
  const lines = file.text.split('\r\n').slice(1, -1);
  expect(lines).toEqual(all.map(({ id }, at) => `"'=${id}, ""it""",${at}`));
  expect(asked('POST /api/records/export/').map(({ body }) => (body as { after?: string }).after)).toEqual([
    undefined,
    'r149',
  ]);
});

test('starts over if the record to continue after no longer exists', async () => {
  const { order_by: _, ...unordered } = order;
  const asked = cutServer(150, { status: 409, body: { detail: 'That record is gone.' } });
  const running = createExport(unordered, null);
  await expect(running.run(ignore)).rejects.toThrow();
  await expect(running.run(ignore)).rejects.toThrow('That record is gone.');
  const { records, file: blob } = await running.run(ignore);
  expect(records).toBe(230);
  expect((await blob?.text())?.split('\r\n')).toHaveLength(232);
  expect(asked('POST /api/records/export/').at(-1)?.body).not.toHaveProperty('after');
});

test('continues an ordered export at the next page, and appears in the audit log once', async () => {
  let fails = true;
  const asked = fakeServer({
    ...usual,
    'POST /api/records/search/': ({ body }) => {
      const { offset } = body as { offset: number };
      if (offset < 200 || !fails) return pieceOf(body);
      fails = false;
      return { status: 422, body: { detail: 'Not now.' } };
    },
  });
  const running = createExport({ ...order, format: 'json' }, null);
  await expect(running.run(ignore)).rejects.toThrow('Not now.');
  const { file: blob } = await running.run(ignore);
  const written = JSON.parse((await blob?.text()) ?? '') as { id: string }[];
  expect(written.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(asked(`POST /api/schemas/${schemaId}/exports/`)).toHaveLength(1);
});
