/** The compared readers, in a worker as in the console. */
import { expose } from 'comlink';
import Papa from 'papaparse';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { csvRecords } from '@cloakroom/ingest/csvRecords.ts';
import { jsonRecords } from '@cloakroom/ingest/jsonRecords.ts';
import { throttle } from '#src/shared/throttle.ts';
import { fileChunks } from '#src/workers/parse/fileChunks.ts';
import { checkFile } from '#src/workers/parse/checkFile.ts';
import { definition } from './schema.ts';

/** Larger slices are not read faster. */
const sliceBytes = 4 * 1024 * 1024;
const target = { schemaId: 'aaaaaaaaaaaaaaaaaaaaaa', fields: fieldsOf(definition) };
/** The same fields with as few restrictions as possible: in CSV all are strings, in JSON numbers stay numbers. */
const unrestrictedFields = {
  csv: target.fields.map(({ name }) => ({ name, type: 'string', required: false }) as const),
  json: target.fields.map((field) =>
    field.type === 'string'
      ? ({ name: field.name, type: 'string', required: false } as const)
      : { ...field, required: false, minimum: -1e9, maximum: 1e9 },
  ),
};
const ignore = () => undefined;

const readers = {
  /** The product's reader: reads and checks every row, and prepares the body. */
  async checked(file: File): Promise<number> {
    const verdict = await checkFile(file, target, {}, throttle(ignore));
    if (!verdict.ok) throw new Error(verdict.reason);
    return verdict.records;
  },

  /** The same without checking rows against the schema. */
  async unchecked(file: File): Promise<number> {
    let rows = 0;
    const take = () => {
      rows++;
    };
    const [chunks, pass] = [fileChunks(file, ignore), (more: number) => (rows += more)];
    const format = file.name.endsWith('.csv') ? 'csv' : 'json';
    const read = format === 'csv' ? csvRecords : jsonRecords;
    for await (const _ of read(chunks, { ...target, fields: unrestrictedFields[format] }, take, {
      onSkipped: pass,
    }));
    return rows;
  },

  /** Reads only the bytes: the limit. */
  async bytes(file: File): Promise<number> {
    let bytes = 0;
    for (let start = 0; start < file.size; start += sliceBytes)
      bytes += (await file.slice(start, start + sliceBytes).arrayBuffer()).byteLength;
    return bytes;
  },

  /** The alternative for CSV. */
  papa: (file: File): Promise<number> =>
    new Promise((resolve, reject) => {
      let rows = 0;
      Papa.parse<string[]>(file, {
        skipEmptyLines: true,
        transform: (value) => value.trim(),
        chunk: ({ data }) => void (rows += data.length),
        complete: () => resolve(rows),
        error: reject,
      });
    }),

  /** The alternative for JSON, if the file is small enough. */
  async whole(file: File): Promise<number> {
    return (JSON.parse(await file.text()) as unknown[]).length;
  },

  /** JSON.parse of a thousand items at a time, which needs a file with one item per line. */
  async batches(file: File): Promise<number> {
    let rows = 0;
    let rest = '';
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const parse = (lines: string[]) => {
      const items = lines.map((line) => line.replace(/,$/, '')).filter((line) => line.startsWith('{'));
      rows += (JSON.parse(`[${items.join(',')}]`) as unknown[]).length;
    };
    for await (const chunk of fileChunks(file, ignore)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (let first = 0; first < lines.length; first += 1000) parse(lines.slice(first, first + 1000));
    }
    parse([rest]);
    return rows;
  },
};

export type Readers = typeof readers;
expose(readers);
