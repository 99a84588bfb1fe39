import { readRecords } from '/work/main/rows/readRecords.ts';
import { fieldsOf, JsonSchema } from '/work/main/contract/fields.ts';
import fs from 'node:fs';
import Papa from 'papaparse';
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
const runs = async (label: string, f: () => unknown, bytes: number) => {
  const t = [];
  for (let i = 0; i < 5; i++) {
    const a = process.cpuUsage();
    await f();
    const c = process.cpuUsage(a);
    t.push((c.user + c.system) / 1000);
  }
  t.sort((a, b) => a - b);
  const m = t[2]!;
  console.log(label, m.toFixed(0) + ' ms', ((bytes / 1e6 / m) * 1000).toFixed(0) + ' MB/s');
  return m;
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
const quotedCsv = Buffer.from(
  'zip_code,latitude,longitude,city,state,county\n' +
    bigCsv
      .toString()
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((l) => {
        const c = l.split(',');
        c[3] = '"' + c[3] + ', ""x"""';
        return c.join(',');
      })
      .join('\n'),
);
const jz = Buffer.from(
  JSON.stringify(
    Papa.parse(bigCsv.toString().trim(), { header: true }).data.map((r: any) => ({
      ...r,
      latitude: +r.latitude,
      longitude: +r.longitude,
    })),
  ),
);
const jzw = Buffer.from(
  JSON.stringify(JSON.parse(jz.toString()).map((data: any) => ({ schema: '/api/schemas/x/', data }))),
);
const read = async (b: Uint8Array, format: 'csv' | 'json', fields: any) => {
  let n = 0;
  for await (const x of readRecords({ chunks: once(b), format, fields, schemaId: 'x' })) {
    n = x.rows;
    if (x.problems.count) throw new Error(x.problems.sentence);
  }
  return n;
};
console.log(await read(bigCsv, 'csv', zip), await read(bigJson, 'json', fl), await read(jz, 'json', zip));
for (const [name, b, fmt, f] of [
  ['zip csv', bigCsv, 'csv', zip],
  ['zip csv quoted', quotedCsv, 'csv', zip],
  ['flights json', bigJson, 'json', fl],
  ['zip json', jz, 'json', zip],
  ['zip json wrapped', jzw, 'json', zip],
] as const) {
  const a = await runs(name + ' ours', () => read(b, fmt, f), b.length);
  const p = await runs(
    name + (fmt === 'csv' ? ' Papa.parse' : ' JSON.parse') + ' whole',
    () =>
      fmt === 'csv'
        ? Papa.parse(b.toString(), {
            skipEmptyLines: true,
            delimiter: ',',
            transform: (s: string) => s.trim(),
          })
        : JSON.parse(b.toString()),
    b.length,
  );
  console.log('  ratio', (p / a).toFixed(2));
}
