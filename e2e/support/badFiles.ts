/** Files that are invalid for a schema of zip codes, each with its message. */
import { withLine } from './zipcodes.ts';

export type BadFile = { title: string; name: string; type: string; bytes: string | Buffer; message: string };

const header = 'zip_code,latitude,longitude,city,state,county';
const place = '00501,40.922326,-72.637078,Holtsville,NY,Suffolk';
const item = (more = '') =>
  `{"zip_code":"00501","latitude":40.9,"longitude":-72.6,"city":"Holtsville","state":"NY","county":"Suffolk"${more}}`;

const csv = (title: string, bytes: string | Buffer, message: string): BadFile => ({
  title,
  name: 'places.csv',
  type: 'text/csv',
  bytes,
  message,
});
const row = (title: string, line: string, message: string) => csv(title, `${header}\n${line}\n`, message);
const json = (title: string, bytes: string, message: string): BadFile => ({
  title,
  name: 'places.json',
  type: 'application/json',
  bytes,
  message,
});

const empty = 'File is empty, please select a different file.';
const malformed = 'Invalid JSON object, please check file format or select a different file.';

/** Files that the page recognizes by their content and never sends. */
export const unsupportedFiles: BadFile[] = [
  {
    title: 'a picture',
    name: 'places.png',
    type: 'image/png',
    bytes: Buffer.from('89504e470d0a1a0a', 'hex'),
    message: 'Invalid file type',
  },
  {
    ...csv('a workbook with the extension of a CSV file', '', 'Invalid file type'),
    bytes: Buffer.from('504b0304140006000800000021000102', 'hex'),
  },
];

export const badFiles: BadFile[] = [
  csv('an empty file', '', empty),
  csv('blank lines alone', '\n\n  \n', empty),
  csv('a header without rows', `${header}\n`, empty),
  row('a row that is too short', '00501,40.9', 'Row 2: This row has 2 cells, not 6 as the header says.'),
  row('a row that is too long', `${place},x`, 'Row 2: This row has 7 cells, not 6 as the header says.'),
  row(
    'a word for a number',
    place.replace('40.922326', 'north'),
    'Row 2: latitude: "north" is not a number.',
  ),
  row(
    'more decimals than the field has',
    place.replace('40.922326', '40.9223261'),
    'Row 2: latitude: 40.9223261 has more than 6 decimals.',
  ),
  csv(
    'a latitude out of bounds in line 40,000',
    withLine(40_000, '97914,940.0,-117.0,Ontario,OR,Malheur'),
    'Row 40000: latitude: 940.0 is above the maximum of 90.',
  ),
  csv(
    'a column that is missing',
    'zip_code,latitude,longitude,state,county\n00501,40.9,-72.6,NY,Suffolk\n',
    'column "city" is required, but missing.',
  ),
  csv(
    'a column without a field',
    `${header},mayor\n${place},X\n`,
    'column "mayor" is not a field of this schema.',
  ),
  csv('a column that occurs twice', `${header},city\n${place},X\n`, 'column "city" appears more than once.'),
  csv('rows of another schema', `${header},schema_id:other\n${place}\n`, 'it names another schema, "other".'),
  row(
    'a quote that never closes',
    `"${place}`,
    'The row that starts on line 2 opens a quote that never closes.',
  ),
  row(
    'text after a closing quote',
    `"00501"x,40.9,-72.6,Holtsville,NY,Suffolk`,
    'Line 2: a closing quote is followed by more text.',
  ),
  row(
    'an oversized cell',
    place.replace('Suffolk', 'x'.repeat(70_000)),
    'Line 2: a value is longer than 64 KiB.',
  ),
  csv(
    'bytes that are not UTF-8',
    Buffer.from(`${header}\n00501,40.9,-72.6,S\u00e3o,NY,Suffolk\n`, 'latin1'),
    'Byte 66 (line 2) is not valid UTF-8.',
  ),
  json('truncated JSON', `[${item()},`, malformed),
  json('JSON with something after its end', `${item()} x`, malformed),
  json('a list of numbers', '[1, 2]', 'Row [0]: This item is "1", not an object of fields.'),
  json('an empty list', '[]', empty),
  json(
    'a name that occurs twice',
    `[${item(',"city":"Elsewhere"')}]`,
    'city: appears more than once in this record.',
  ),
  json(
    'a number too large for any computer',
    `[${item().replace('40.9', '1e400')}]`,
    '1e400 is above the maximum of 90.',
  ),
  json(
    'an object for a string',
    `[${item().replace('"NY"', '{"a":1}')}]`,
    'state: an object is neither text nor a number.',
  ),
  {
    ...json('two objects in one line', `${item()} ${item()}\n`, 'Expected a new line after each object'),
    name: 'places.ndjson',
    type: 'application/x-ndjson',
  },
];
