/** Spreadsheets, written here as the format demands: a zip archive of XML. */
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { proposeFile } from '#src/workers/propose/proposeFile.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

/** One sheet; each cell is its XML. The style 1 is a day, 2 a moment. */
function workbook(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const cell = (xml: string, row: number, column: number) =>
    xml.replace('<c', `<c r="${String.fromCharCode(65 + column)}${row + 1}"`);
  const data = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((xml, column) => cell(xml, row, column)).join('')}</row>`,
  );
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${data.join('')}</sheetData></worksheet>`,
  };
  const entries = Object.entries(files).map(([name, xml]) => [name, strToU8(`<?xml version="1.0"?>${xml}`)]);
  return Uint8Array.from(zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>));
}
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;

test('proposes texts, numbers and dates for the first sheet of a spreadsheet', async () => {
  const file = workbook([
    ['name', 'zip', 'sum', 'born', 'seen'].map(text),
    [
      text('Ada, Countess'),
      text('01234'),
      number('0.30000000000000004'),
      number('45000', 1),
      number('45000.5', 2),
    ],
    [text('Bob'), text('94105'), number('12'), number('45001', 1), number('45001.25', 2)],
  ]);
  const result = await proposeFile(new File([file], 'people.xlsx'), {}, () => undefined);
  if (!result.ok) return expect.unreachable(result.reason);
  const { fields, unpacked } = result.proposed;
  expect(unpacked?.name).toBe('people.csv');
  expect(await unpacked?.text()).toBe(
    'name,zip,sum,born,seen\r\n"Ada, Countess",01234,0.3,2023-03-15,2023-03-15T12:00:00Z\r\nBob,94105,12,2023-03-16,2023-03-16T06:00:00Z\r\n',
  );
  expect(fields.map(({ property }) => property)).toEqual([
    { type: 'string' },
    { type: 'string' },
    { type: 'number', minimum: 0, maximum: 20, precision: 1 },
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ]);
});

test('rejects an archive that is not a spreadsheet', async () => {
  const archive = Uint8Array.from(zipSync({ 'a.txt': strToU8('a') }));
  const result = await proposeFile(new File([archive], 'people.xlsx'), {}, () => undefined);
  expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('Save it as CSV') as string });
  expect(await proposeFile(new File([archive], 'people.csv'), {}, () => undefined)).toMatchObject({
    ok: false,
  });
});
