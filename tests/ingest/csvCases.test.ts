/** One small file for each feature of CSV, read whole and cut everywhere, with the expected cells. */
import { describe, expect, test } from 'vitest';
import { readCsv } from '@cloakroom/ingest/csv.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { chunked, collect, refusal, schemaId, texts } from './support/files.ts';

const sizes = [1, 2, 3, 5, 65_536];

describe('a file with', () => {
  test.each<[string, string, string[][]]>([
    ['no line ending at its end', 'a,b\n1,2', [['1', '2']]],
    ['a line ending at its end', 'a,b\n1,2\n', [['1', '2']]],
    [
      'Windows’ line endings',
      'a,b\r\n1,2\r\n3,4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'the old Macintosh’s line endings',
      'a,b\r1,2\r3,4\r',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a byte-order mark', '\uFEFFa,b\n1,2\n', [['1', '2']]],
    ['a byte-order mark before a quoted name', '\uFEFF"a","b"\n1,2\n', [['1', '2']]],
    [
      'empty lines',
      '\n\na,b\n\n1,2\n\n\n3,4\n\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['lines of blanks', 'a,b\n   \n1,2\n\t\n', [['1', '2']]],
    [
      'empty cells',
      'a,b\n,\n1,\n,2\n',
      [
        ['', ''],
        ['1', ''],
        ['', '2'],
      ],
    ],
    ['quoted empty cells', 'a,b\n"",""\n', [['', '']]],
    ['a comma in quotes', 'a,b\n"1,1",2\n', [['1,1', '2']]],
    ['a line ending in quotes', 'a,b\n"1\n1","\n2"\n', [['1\n1', '2']]],
    ['Windows’ line ending in quotes', 'a,b\n"1\r\n1",2\n', [['1\r\n1', '2']]],
    ['the old Macintosh’s line ending in quotes', 'a,b\n"1\r1",2\n', [['1\r1', '2']]],
    ['an empty line in quotes', 'a,b\n"1\n\n1",2\n', [['1\n\n1', '2']]],
    ['a line in quotes that looks like a row', 'a,b\n"x\n1,2\ny",3\n', [['x\n1,2\ny', '3']]],
    ['doubled quotes', 'a,b\n"say ""hi""",2\n', [['say "hi"', '2']]],
    ['nothing but quotes', 'a,b\n"""","""""""" \n', [['"', '"""']]],
    ['a doubled quote before a comma', 'a,b\n"1"",",2\n', [['1",', '2']]],
    ['quotes inside a plain cell', 'a,b\n5" disk,a"b"c\n', [['5" disk', 'a"b"c']]],
    ['a blank before a quote', 'a,b\n "1",2\n', [['"1"', '2']]],
    ['blanks behind a quote', 'a,b\n"1"  ,"2"\t\n', [['1', '2']]],
    ['blanks around cells', 'a,b\n  1 ,\t2 \n', [['1', '2']]],
    ['blanks in quotes', 'a,b\n" 1 ","\n2\t"\n', [['1', '2']]],
    ['wide blanks around cells', 'a,b\n\u00A01\u3000,\uFEFF2\u2009\n', [['1', '2']]],
    ['blanks inside cells', 'a,b\n1  1,"2\u00A02"\n', [['1  1', '2\u00A02']]],
    ['other delimiters in its cells', 'a,b\n1;1,2|2\t2\n', [['1;1', '2|2\t2']]],
    [
      'letters of two, three and four bytes',
      'a,b\né,"€𝄞"\n李,🙂\n',
      [
        ['é', '€𝄞'],
        ['李', '🙂'],
      ],
    ],
    ['letters that join', 'a,b\ne\u0301,👩‍🚀\n', [['e\u0301', '👩‍🚀']]],
    [
      'the first and last letters of each length',
      'a,b\n\u007F\u0080\u07FF,\u0800\uFFFD\u{10000}\u{10FFFF}\n',
      [['\u007F\u0080\u07FF', '\u0800\uFFFD\u{10000}\u{10FFFF}']],
    ],
    ['line separators that are none', 'a,b\n1\u20281,2\u00852\n', [['1\u20281', '2\u00852']]],
    ['zeros and escapes', 'a,b\n\u0000,\u001B[1m\n', [['\u0000', '\u001B[1m']]],
    ['what looks like a formula', 'a,b\n=1+1,@x\n', [['=1+1', '@x']]],
    ['what looks like JSON', 'a,b\n"{""x"":1}",[2]\n', [['{"x":1}', '[2]']]],
    ['what looks like a comment', 'a,b\n#1,//2\n', [['#1', '//2']]],
    ['backslashes, which escape nothing', 'a,b\n\\n,"\\"\n', [['\\n', '\\']]],
  ])('%s', async (_, file, expected) => {
    for (const size of sizes) {
      const rows = await collect(readCsv(chunked(file, size), { window: size }));
      expect(rows.slice(1).map(({ cells }) => cells)).toEqual(expected);
    }
    let rows = 0;
    const upload = { format: 'csv', fields: texts('a', 'b'), schemaId, checkOnly: true } as const;
    // So many good rows before it that most of them are skimmed.
    const long = file.replace(
      /b"?(\r\n|\n|\r)/,
      (header, ending: string) => header + `x,y${ending}`.repeat(30_000),
    );
    for await (const batch of readRecords({ ...upload, chunks: chunked(long) })) {
      rows = batch.rows;
      expect(batch.problems.first).toEqual([]);
    }
    expect(rows).toBe(30_000 + expected.length);
  });
});

describe('a file is refused for', () => {
  test.each([
    ['text behind a closing quote', '"1"1,2\n', /^Line 30002: a closing quote is followed by more text/],
    ['a quote that is never closed', '1,2\n"1,2\n3,4\n', /^The row that starts on line 30003 opens a quote/],
    [
      'a quote that is closed too late',
      '"1,2\n3,4"5\n',
      /^Line 30002: a closing quote is followed by more text/,
    ],
  ])('%s', async (_, rows, message) => {
    const file = `a,b\n${'x,y\n'.repeat(30_000)}${rows}`;
    for (const checkOnly of [true, false]) {
      const upload = { format: 'csv', fields: texts('a', 'b'), schemaId, checkOnly } as const;
      const error = await refusal(readRecords({ ...upload, chunks: chunked(file) }));
      expect(error).toMatchObject({ code: 'invalid-csv', message: expect.stringMatching(message) as string });
    }
  });
});
