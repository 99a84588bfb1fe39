/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { fileProblem, checkFile } from '#src/workers/parse/checkFile.ts';
import { schema, schemaId } from '../../support/records.ts';

const people = { schemaId, fields: fieldsOf(schema.schema) };
const csv = (text: string) => new File([text], 'people.csv', { type: 'text/csv' });
const check = (file: File) => checkFile(file, people, {}, () => undefined);

test('a CSV file gets the schema’s column in its header row and is otherwise sent unchanged', async () => {
  const verdict = await check(csv('\uFEFFname,age\r\n"Lovelace, Ada",36\r\nGrace,85\r\n'));
  if (!verdict.ok) return expect.unreachable(verdict.reason);
  expect(verdict).toMatchObject({ records: 2, type: 'text/csv' });
  expect(await verdict.body.text()).toBe(
    `name,age,schema_id:${schemaId}\r\n"Lovelace, Ada",36\r\nGrace,85\r\n`,
  );
});

test('a header with the schema’s column, and a JSON file, are sent unchanged', async () => {
  const linked = csv(`name,schema_id:${schemaId}\nAda\n`);
  const json = new File(['[{"data":{"name":"Ada"}},{"name":"Grace","age":85}]'], 'people.json');
  expect(await check(linked)).toMatchObject({ ok: true, records: 1, body: linked });
  expect(await check(json)).toMatchObject({ ok: true, records: 2, body: json, type: 'application/json' });
});

test('the sample of 42,049 zip codes is valid, and progress is reported to the last byte', async () => {
  const bytes = readFileSync('public/samples/zipcodes.csv');
  const definition = JsonSchema.parse(
    JSON.parse(readFileSync('public/samples/zipcodes.schema.json', 'utf8')),
  );
  const onRead = vi.fn<(read: number) => void>();
  const verdict = await checkFile(
    new File([bytes], 'zipcodes.csv'),
    { schemaId, fields: fieldsOf(definition) },
    {},
    onRead,
  );
  expect(verdict).toMatchObject({ ok: true, records: 42_049 });
  expect(onRead).toHaveBeenLastCalledWith(bytes.length);
});

test('bad rows are reported with line, field, value and reason, and there is no body', async () => {
  const verdict = await check(csv('name,age\nAda,36\n,200\nGrace,old\n'));
  expect(verdict).toMatchObject({
    ok: false,
    badRows: {
      count: 2,
      rows: [
        { row: '3', field: 'age', value: '200', message: 'age: 200 is above the maximum of 120.' },
        { row: '4', field: 'age', value: 'old', message: 'age: "old" is not a number.' },
      ],
    },
  });
});

test.each([
  ['Invalid file type', new File(['x'], 'picture.png', { type: 'image/png' })],
  ['Invalid file type', new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'sheet.csv')],
  ['File is empty, please select a different file.', csv('')],
  ['File is empty, please select a different file.', csv('name,age\n')],
  [
    /^Invalid JSON object, please check file format or select a different file\./,
    new File(['{"name":'], 'a.json'),
  ],
])('a file that can’t be used is refused: %s', async (reason, file) => {
  const verdict = await check(file);
  expect(verdict).toMatchObject({ ok: false, badRows: null });
  expect(verdict).toHaveProperty('reason', expect.stringMatching(reason));
});

test('an unusable file is detected before its rows are read', async () => {
  expect(await fileProblem(new File(['x'], 'notes.txt', { type: 'text/plain' }))).toBe('Invalid file type');
  expect(await fileProblem(csv(''))).toBe('File is empty, please select a different file.');
  expect(await fileProblem(csv('not,checked,yet'))).toBeNull();
});

test('a file that was deleted after it was chosen is reported as unreadable', async () => {
  const gone = csv('name\nAda\n');
  Object.assign(gone, {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  });
  expect(await fileProblem(gone)).toBe('Failed to read file.');
  await expect(check(gone)).rejects.toMatchObject({ code: 'invalid', message: 'Failed to read file.' });
});
