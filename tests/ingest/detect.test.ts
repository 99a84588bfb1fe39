/** Files in every encoding and with every delimiter are detected from their first bytes, and read accordingly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { delimiters, encodings, type Delimiter, type Encoding } from '@cloakroom/contract/parseOptions.ts';
import { rewriteCsvHeader } from '@cloakroom/ingest/csvHeader.ts';
import { delimiterOf, encodingOf, firstRows } from '@cloakroom/ingest/detect.ts';
import { decodeHead, encodeText } from '@cloakroom/ingest/encoding.ts';
import { readSchemaLink } from '@cloakroom/ingest/schemaLink.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { bytesOf, chunked, readAll, refusal, schemaId, texts } from './support/files.ts';

const of = texts('name', 'note');
const inEncoding = (text: string, encoding: Encoding) => {
  const bytes = encodeText(text, encoding);
  if (!bytes) throw new Error(`${encoding} has no such characters.`);
  return bytes;
};

/** Characters that an encoding has, except line endings and quotes. */
const lettersOf = (encoding: Encoding) =>
  encoding.startsWith('utf')
    ? fc.constantFrom('a', ' x', 'é', 'Ж', '山', '𝄞', ',', ';')
    : fc.constantFrom(
        ...Array.from(
          Array.from({ length: 224 }, (_, i) => decodeHead(Uint8Array.of(i + 32), encoding)).join(''),
        ).filter((letter) => letter !== '\uFFFD' && letter !== '"'),
      );

test.each(encodings)(
  'any text in %s is read as it was written, wherever its chunks end',
  async (encoding) => {
    const cell = fc.string({ unit: lettersOf(encoding), maxLength: 6 });
    const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...delimiters),
        cuts,
        async (rows, delimiter, sizes) => {
          const lines = rows.map((row) => row.map((text) => `"${text}"`).join(delimiter));
          const file = inEncoding(`name${delimiter}note\n${lines.join('\n')}\n`, encoding);
          expect(await readAll(file, 'csv', of, sizes, { encoding, delimiter })).toEqual({
            records: rows.map(([name, note]) => ({ name: name.trim(), note: note.trim() })),
            problems: [],
            rows: rows.length,
          });
        },
      ),
      { numRuns: 300 },
    );
  },
);

test('bytes that an encoding does not have are refused, not replaced', async () => {
  const odd = new Uint8Array([...inEncoding('name\nAda\n', 'utf-16le'), 0x41]);
  const lone = new Uint8Array([...inEncoding('name\n', 'utf-16le'), 0x00, 0xd8, 0x41, 0x00]);
  for (const file of [odd, lone]) {
    const error = await refusal(
      readRecords({
        chunks: chunked(file, 3),
        format: 'csv',
        fields: texts('name'),
        schemaId,
        encoding: 'utf-16le',
      }),
    );
    expect(error).toMatchObject({ code: 'not-utf8' });
    expect(error.message).toContain('not in the encoding UTF-16, little endian');
  }
});

describe('the encoding is', () => {
  const french = 'name,note\nZoë,déjà vu à Angoulême\nJosé,¿qué?\n';
  const russian = 'name,note\nАлан Тьюринг,вычислительные машины\n';
  test.each<[string, Uint8Array, Encoding]>([
    ['UTF-8 for plain letters', bytesOf('name\nAda\n'), 'utf-8'],
    ['UTF-8 for accents in it', bytesOf(french), 'utf-8'],
    ['UTF-8 where the head cuts a character', bytesOf(`${'x'.repeat(9)}é`).subarray(0, 10), 'utf-8'],
    ['what the mark says', new Uint8Array([0xff, 0xfe, 0x41, 0]), 'utf-16le'],
    ['what the other mark says', new Uint8Array([0xfe, 0xff, 0, 0x41]), 'utf-16be'],
    ['UTF-16 without a mark', inEncoding(french, 'utf-16le'), 'utf-16le'],
    ['UTF-16 without a mark, big endian', inEncoding(russian, 'utf-16be'), 'utf-16be'],
    ['Western for single accents', inEncoding(french, 'windows-1252'), 'windows-1252'],
    ['Cyrillic for words of high bytes', inEncoding(russian, 'windows-1251'), 'windows-1251'],
  ])('%s', (_, head, expected) => {
    expect(encodingOf(head)).toEqual({ encoding: expected, sure: !expected.startsWith('windows') });
  });
});

describe('the delimiter is', () => {
  test.each([
    ['a comma where there is but one column', 'name\nAda; yes\nAlan; no\n', ','],
    ['what parts the names of fields', 'name;note\n"a, b, c",x\n1,2;3\n', ';'],
    ['what gives all rows one width', 'a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n', ';'],
    ['a tab', 'name\tnote\nAda, Countess\tx\n', '\t'],
    ['a bar', 'name|note\nx;y|z\n', '|'],
    ['not what stands in quotes', '"a;b;c;d",note\n"1;2;3;4",x\n', ','],
    ['a comma if nothing indicates another', '', ','],
  ])('%s', (_, text, expected) => {
    expect(delimiterOf(text, ['name', 'note'])).toBe(expected);
  });
});

test('the preview shows the first rows as they will be read, without an incomplete one', () => {
  expect(firstRows('a,b\n\n1,"two\nlines"\n3', ',', 10)).toEqual({
    rows: [
      ['a', 'b'],
      ['1', 'two\nlines'],
    ],
    lines: [1, 3],
  });
  expect(firstRows('a,b\n3', ',', 10, true).rows).toEqual([['a', 'b'], ['3']]);
  expect(firstRows('a,b\n"x"y,1\n', ',', 10).rows).toEqual([['a', 'b']]);
  expect(decodeHead(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xc3]), 'utf-8')).toBe('a');
});

test('the schema that a body names is found in its own encoding and delimiter', async () => {
  const file = inEncoding('name;schema_id:abc\nZoë\n', 'utf-16le');
  expect((await readSchemaLink(chunked(file, 3), 'csv', { encoding: 'utf-16le', delimiter: ';' })).link).toBe(
    'abc',
  );
});

describe('renamed columns', () => {
  const sent = async (
    text: string,
    columns: (string | null)[],
    encoding: Encoding = 'utf-8',
    delimiter: Delimiter = ',',
  ) => {
    const bytes = inEncoding(text, encoding);
    const made = rewriteCsvHeader(bytes, { schemaId, encoding, delimiter, columns });
    if (!made) throw new Error('Nothing was renamed.');
    return readAll(new Uint8Array([...made.header, ...bytes.subarray(made.offset)]), 'csv', of, 5, {
      encoding,
      delimiter,
    });
  };

  test('are read as the fields they stand for, and unassigned columns are ignored', async () => {
    expect(await sent('Nom;Age;Texte\nZoë;36;à\n', ['name', null, 'note'], 'windows-1252', ';')).toEqual({
      records: [{ name: 'Zoë', note: 'à' }],
      problems: [],
      rows: 1,
    });
  });

  test('keep the line numbers of rows', async () => {
    for (const ending of ['\n', '\r\n', '\r']) {
      const file = [`"No${ending}m",Texte`, 'Zoë,x', 'Ada', ''].join(ending);
      expect((await sent(file, ['name', 'note'])).problems).toEqual([
        '4 This row has 1 cell, not 2 as the header says.',
      ]);
    }
  });
});

describe('newline-delimited JSON', () => {
  test('is one object per line, wherever its chunks end', async () => {
    for (const size of [1, 7, 65_536])
      expect(await readAll('\n{"name":"Ada"}\r\n\n{"data":{"name":"Alan"}}\n', 'ndjson', of, size)).toEqual({
        records: [{ name: 'Ada' }, { name: 'Alan' }],
        problems: [],
        rows: 2,
      });
    expect((await readAll('{"name":1}\n"x"', 'ndjson', of)).problems).toEqual([
      '[0] name: 1 is a number, not text.',
      '[1] This item is "x", not an object of fields.',
    ]);
  });

  test.each([
    '{"name":"Ada"} {"name":"Alan"}',
    '{"name":"Ada"}\n,{"name":"Alan"}',
    '{"name":"Ada"}\n{"name"',
  ])('is not %j', async (file) => {
    for (const size of [1, 65_536])
      expect(
        await refusal(readRecords({ chunks: chunked(file, size), format: 'ndjson', fields: of, schemaId })),
      ).toMatchObject({ code: 'invalid-json' });
  });
});
