import { readRecords } from '/work/main/rows/readRecords.ts';
import { fieldsOf, JsonSchema } from '/work/main/contract/fields.ts';
import fs from 'node:fs';
const D = '/work/main/node_modules/vega-datasets/data/';
const zip = fieldsOf(
  JsonSchema.parse({
    type: 'object',
    properties: {
      zip_code: { type: 'string' },
      latitude: { type: 'number', minimum: -90, maximum: 90, precision: 6 },
      longitude: { type: 'number', minimum: -180, maximum: 180, precision: 6 },
      city: { type: 'string' },
      state: { type: 'string' },
      county: { type: 'string' },
    },
    required: ['zip_code'],
  }),
);
const fl = fieldsOf(
  JsonSchema.parse({
    type: 'object',
    properties: {
      delay: { type: 'integer', minimum: -120, maximum: 1500 },
      distance: { type: 'integer', minimum: 0, maximum: 5000 },
      time: { type: 'number', minimum: 0, maximum: 24, precision: 4 },
    },
  }),
);
async function* once(b: Uint8Array, size = 65536) {
  for (let i = 0; i < b.length; i += size) yield b.subarray(i, i + size);
}
const read = async (b: Uint8Array, format: 'csv' | 'json', fields: any) => {
  let n = 0;
  for await (const x of readRecords({ chunks: once(b), format, fields, schemaId: 'x' })) {
    n = x.rows;
    if (x.problems.count) throw new Error(x.problems.sentence);
  }
  return n;
};
const csv = fs.readFileSync(D + 'zipcodes.csv');
const header = csv.indexOf(10) + 1;
const bigCsv = Buffer.concat([csv, ...Array(24).fill(csv.subarray(header))]);
const json = Buffer.from(
  JSON.stringify(
    JSON.parse(fs.readFileSync(D + 'flights-200k.json', 'utf8')).map((x: any) => ({
      ...x,
      time: +x.time.toFixed(4),
    })),
  ),
);
const bigJson = Buffer.concat([
  Buffer.from('['),
  ...Array(5)
    .fill(0)
    .flatMap((_, i) => [...(i ? [Buffer.from(',')] : []), json.subarray(1, -1)]),
  Buffer.from(']'),
]);
for (let i = 0; i < 4; i++) {
  let a = performance.now();
  if (process.argv[2] === 'csv') await read(bigCsv, 'csv', zip);
  else await read(bigJson, 'json', fl);
  console.log(performance.now() - a);
}
