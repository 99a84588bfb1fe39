import { expect, test } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { badRowsFile } from '#src/workers/parse/badRowsFile.ts';
import type { Choices } from '#src/workers/parse/choices.ts';
import { previewRows } from '#src/workers/parse/rowPreview.ts';
import { checkFile } from '#src/workers/parse/checkFile.ts';
import { schema, schemaId } from '../../support/records.ts';

const people = { schemaId, fields: fieldsOf(schema.schema) };
const file = (content: BlobPart, name = 'people.csv') => new File([content], name);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const check = (content: BlobPart, choices: Choices = {}) =>
  checkFile(file(content), people, choices, () => undefined);
const cell = `schema_id:${schemaId}`;

test('a Windows-1252 file with semicolons is detected, accepted after a confirmation, and sent with its reading options', async () => {
  const content = latin('name;age\nZoë;36\nJosé;41\n');
  expect(await check(content)).toMatchObject({
    reason: expect.stringContaining('not valid UTF-8') as string,
  });
  const look = await previewRows(file(content), people, {});
  expect(look).toMatchObject({
    guess: 'windows-1252',
    rows: [{ cells: ['Zoë', '36'] }, { cells: ['José', '41'] }],
  });
  const verdict = await check(content, { encoding: 'windows-1252' });
  if (!verdict.ok) return expect.unreachable(verdict.reason);
  expect(verdict).toMatchObject({ records: 2, reading: { encoding: 'windows-1252', delimiter: ';' } });
  expect(new Uint8Array(await verdict.body.arrayBuffer())).toEqual(
    latin(`name;age;${cell}\nZoë;36\nJosé;41\n`),
  );
});

test('the person’s choices override what was detected', async () => {
  expect(await check('name;age\nAda;36\n', { delimiter: ',' })).toMatchObject({ ok: false });
  const look = await previewRows(file(latin('name\n\xe0\n')), people, { encoding: 'windows-1251' });
  expect(look?.rows).toEqual([{ label: '2', cells: ['а'] }]);
});

test('columns are matched by name, then by similar name, then by the person’s choice', async () => {
  const columnsOf = async (header: string, choices: Choices = {}) =>
    (await previewRows(file(`${header}\nx,1\n`), people, choices))?.columns;
  expect(await columnsOf('name,age')).toEqual(['name', 'age']);
  expect(await columnsOf('Name,AGE ')).toEqual(['name', 'age']);
  expect(await columnsOf('NAME,Name')).toEqual([undefined, undefined]);
  expect(
    await columnsOf('Nom,age', {
      matches: [
        ['Nom', 'name'],
        ['age', null],
      ],
    }),
  ).toEqual(['name', null]);
  expect(await columnsOf('Nom,age', { matches: [['Nom', 'gone']] })).toEqual([undefined, 'age']);
});

test('a file is sent with the fields’ names in its header, and its rows unchanged', async () => {
  const verdict = await check('Nom,Code,AGE\nAda,x,36\n', {
    matches: [
      ['Nom', 'name'],
      ['Code', null],
    ],
  });
  if (!verdict.ok) return expect.unreachable(verdict.reason);
  expect(await verdict.body.text()).toBe(`"name","ignored:2","age",${cell}\nAda,x,36\n`);
});

test('accepts only the good rows of a file if that was chosen', async () => {
  const text = 'name,age\nAda,36\nAlan,200\nGrace,85\n';
  expect(await check(text)).toMatchObject({ ok: false, badRows: { count: 1 } });
  expect(await check(text, { rows: 'good' })).toMatchObject({
    ok: true,
    records: 2,
    reading: { rows: 'good' },
  });
  expect(await check('name,age\nAlan,200\n', { rows: 'good' })).toMatchObject({ ok: false });
});

test('a preview has the first hundred rows with their labels, and extra cells', async () => {
  const rows = Array.from({ length: 150 }, (_, i) => `p${i},${i}${i === 1 ? ',more' : ''}`);
  const look = await previewRows(file(`name,age\n${rows.join('\n')}`), people, {});
  expect(look?.rows).toHaveLength(100);
  expect(look?.rows.slice(0, 2)).toEqual([
    { label: '2', cells: ['p0', '0'] },
    { label: '3', cells: ['p1', '1', 'more'] },
  ]);
  const json = await previewRows(
    file('[{"name":"Ada","age":36},{"age":[1]},{"na', 'people.json'),
    people,
    {},
  );
  expect(json?.names).toEqual(['age', 'name', 'team']);
  expect(json?.rows).toEqual([
    { label: '[0]', cells: ['36', 'Ada', ''] },
    { label: '[1]', cells: ['a list', '', ''] },
  ]);
});

test('all bad rows are written as CSV with escaped formulas', async () => {
  const bad = await badRowsFile(file('Name,age\nAda,36\n=1+1,200\n"two\nlines",-5\nAlan\n'), people, {});
  expect(await bad?.text()).toBe(
    [
      '_error,name,age',
      `Row 3: age: 200 is above the maximum of 120.,"'=1+1",200`,
      'Row 4: age: -5 is below the minimum of 0.,"two\nlines",-5',
      '"Row 6: This row has 1 cell, not 2 as the header says.",Alan',
      '',
    ].join('\r\n'),
  );
});
