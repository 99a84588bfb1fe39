/** Files of all kinds, as the worker reads them for a proposal. */
/// <reference types="node" />
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { proposeFile } from '#src/workers/propose/proposeFile.ts';
import { fileWithRenamedMembers } from '#src/workers/propose/fileWithRenamedMembers.ts';

const ignore = () => undefined;
const people = 'name;age\nAda;36\nGrace;85\n';
const read = async (content: BlobPart, name: string) => {
  const result = await proposeFile(new File([content], name), {}, ignore);
  return result.ok ? result.proposed : expect.unreachable(result.reason);
};

test.each<[string, BlobPart]>([
  ['people.csv', people],
  ['people.tsv', people.replaceAll(';', '\t')],
  ['people.json', '[{"name":"Ada","age":36},{"name":"Grace","age":85}]'],
  ['people.ndjson', '{"name":"Ada","age":36}\n{"name":"Grace","age":85}\n'],
  ['people.csv.gz', Uint8Array.from(gzipSync(people))],
  ['people.jsonl.gz', Uint8Array.from(gzipSync('{"name":"Ada","age":36}\n{"name":"Grace","age":85}\n'))],
])('%s is proposed with its fields', async (name, content) => {
  const { fields, rows, unpacked } = await read(content, name);
  expect(rows).toBe(2);
  expect(fields.map(({ name: field, property }) => [field, property.type])).toEqual([
    ['name', 'string'],
    ['age', 'integer'],
  ]);
  expect(unpacked?.name).toBe(name.endsWith('.gz') ? name.slice(0, -3) : undefined);
});

test('a file in another encoding is read in the likely one', async () => {
  const latin = Uint8Array.from('name\nZoë\n', (letter) => letter.charCodeAt(0));
  const { reading, fields } = await read(latin, 'people.csv');
  expect(reading).toMatchObject({ encoding: 'windows-1252', isSure: false });
  expect(fields[0]?.samples).toEqual(['Zoë']);
});

test('progress ends with the whole file, even if it is compressed', async () => {
  const content = Uint8Array.from(gzipSync(people.repeat(2000)));
  const onRead = vi.fn<(bytes: number, size: number) => void>();
  await proposeFile(new File([content], 'people.csv.gz'), {}, onRead);
  const shares = onRead.mock.calls.map(([bytes, size]) => bytes / size);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test.each<[string, string, BlobPart, RegExp]>([
  ['of another type', 'people.pdf', '%PDF-1.7', /^Invalid file type$/],
  ['without rows', 'people.csv', 'name,age\n', /^File is empty/],
  ['without content', 'people.csv', '', /^File is empty/],
  ['with broken JSON', 'people.json', '[{"name":', /^Invalid JSON object/],
])('rejects a file %s', async (_, name, content, reason) => {
  expect(await proposeFile(new File([content], name), {}, ignore)).toEqual({
    ok: false,
    reason: expect.stringMatching(reason) as string,
  });
});

test('rejects a file that only begins like a compressed one', async () => {
  const file = new File([Uint8Array.from([0x1f, 0x8b, 1, 2, 3, 4])], 'people.csv.gz');
  await expect(proposeFile(file, {}, ignore)).rejects.toMatchObject({ code: 'invalid' });
});

test('writes a JSON file with other names, one item per line', async () => {
  const file = new File(['[{"name":"Ada","ok":true,"age":36}]'], 'people.json');
  const reading = { format: 'json', encoding: 'utf-8', isSure: true, delimiter: ',' } as const;
  const fields = new Map([
    ['name', { name: 'Name', isText: true }],
    ['ok', { name: 'ok', isText: true }],
  ]);
  const renamed = await fileWithRenamedMembers(file, reading, fields);
  expect([renamed.name, await renamed.text()]).toEqual(['people.ndjson', '{"Name":"Ada","ok":"true"}\n']);
});
