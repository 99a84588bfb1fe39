/** A NUL in a cell does not indicate UTF-16, and an invalid byte is named by its offset in the original file. */
import { expect, test } from 'vitest';
import { encodingOf } from '@cloakroom/ingest/detect.ts';
import { encodeText } from '@cloakroom/ingest/encoding.ts';
import { checkFile } from '#src/workers/parse/checkFile.ts';
import { bytesOf, schemaId, texts } from './support/files.ts';

test.each([
  'a\nx\0y\n', 'a\nxy\0\n', 'a,b\n1,\0\n', 'a,b\n\0,\0\n', 'a\n\0\n', 'name,note\nAda,a\0b\nGrace,\0\0\0\n', 'a;b\n\0;x\n', '{"a":"x\0y"}', 'a\r\n\0\r\n',
])('%j with a NUL is UTF-8', (text) => {
  expect(encodingOf(bytesOf(text))).toEqual({ encoding: 'utf-8', sure: true });
}); // prettier-ignore

test.each(['utf-16le', 'utf-16be'] as const)('%s without a byte-order mark is detected by its delimiters', (encoding) => {
  for (const text of ['a,b\n1,2\n', 'имя,возраст\nклара,40\nлиля,42\n', '山,川\n東,西\n', '[{"a":"x"}]', 'имя;лоск\r\nкол;лак\r\n'])
    expect([text, encodingOf(encodeText(text, encoding)!)]).toEqual([text, { encoding, sure: true }]);
}); // prettier-ignore

const of = { schemaId, fields: texts('a', 'b') };

test('the page reads a small CSV with a NUL in a cell as the proxy does', async () => {
  const verdict = await checkFile(new File(['a,b\nx\0y,z\n'], 'x.csv'), of, {}, () => undefined);
  expect(verdict).toMatchObject({ ok: true, records: 1, reading: {} });
});

/** Long enough that the invalid byte lies beyond what the page reads to rewrite the header. */
const row = 'Ada,Lovelace\n';
const rows = row.repeat(30_000);

test.each([
  ['as it is', 'a,b\n', {}],
  ['with a byte-order mark', '\uFEFFa,b\n', {}],
  ['with columns that are matched', 'first,last\n', { matches: [['first', 'a'], ['last', 'b']] as const }],
  ['with a mark and columns that are matched', '\uFEFF"first","last"\r\n', { matches: [['first', 'a'], ['last', 'b']] as const }],
  ['that names the schema', `a,b,schema_id:${schemaId}\n`, {}],
])('an invalid byte far behind a header %s has the offset that it has in the file', async (_, header, choices) => {
  const start = bytesOf(header + rows);
  const file = new File([start, Uint8Array.of(0x78, 0xff, 0x2c, 0x79, 0x0a)], 'x.csv');
  const verdict = await checkFile(file, of, choices, () => undefined);
  expect(verdict).toMatchObject({
    ok: false,
    reason: `Byte ${start.length + 2} (line 30002) is not valid UTF-8. Save the file as UTF-8 and select it again.`,
  });
}); // prettier-ignore

test('so has an invalid byte near the beginning, and one in JSON', async () => {
  const reasonOf = async (bytes: Uint8Array<ArrayBuffer>[], name: string) => {
    const verdict = await checkFile(new File(bytes, name), of, { encoding: 'utf-8' }, () => undefined);
    return verdict.ok ? '' : verdict.reason;
  };
  const text = (value: string) => Uint8Array.from(bytesOf(value));
  const wrong = Uint8Array.of(0xff);
  expect(await reasonOf([text('\uFEFFa,b\nx'), wrong, text(',y\n')], 'x.csv')).toContain('Byte 9 (line 2)');
  expect(await reasonOf([text('\uFEFF[\n{"a":"'), wrong, text('"}]')], 'x.json')).toContain('Byte 12 (line 2)');
  expect(await reasonOf([text(`\uFEFF[${'{"a":"é"},\n'.repeat(30_000)}{"a":"`), wrong, text('"}]')], 'x.json')).toContain(
    `Byte ${3 + 1 + 12 * 30_000 + 6 + 1} (line 30001)`,
  );
}); // prettier-ignore
