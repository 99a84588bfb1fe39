/** Whether a file is CSV or JSON, by its extension, else by its content type. Known binary files are neither. */

/** `ndjson`: one JSON object per line. */
export type Format = 'csv' | 'json' | 'ndjson';

const formatByExtension: Record<string, Format> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};
const tsvType = 'text/tab-separated-values';
const formatByContentType: Record<string, Format> = {
  'text/csv': 'csv',
  [tsvType]: 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
};

/** The content types of uploads. */
export const contentTypes = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<Format, string>;

/** First bytes of files that are sometimes renamed to .csv: zip (and .xlsx), gzip, the old .xls, PDF, PNG, JPEG. */
const signatures = ['504b0304', '1f8b', 'd0cf11e0', '25504446', '89504e47', 'ffd8ff'];

/** The format of a content type, without its parameters; null for any other type. */
export const formatOfType = (contentType: string): Format | null =>
  formatByContentType[withoutParameters(contentType)] ?? null;

/** The delimiter that a content type implies. */
export const delimiterOfType = (contentType: string): ',' | '\t' =>
  withoutParameters(contentType) === tsvType ? '\t' : ',';

const withoutParameters = (contentType: string): string =>
  contentType.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * The format of a chosen file, or null if the type is not supported. The extension decides, because Windows gives a CSV
 * file the type `application/vnd.ms-excel`; a name without an extension is judged by its type.
 * @param head - the file's first bytes, by which binary files with a wrong extension are refused.
 */
export function formatOf(name: string, type: string, head: Uint8Array): Format | null {
  const start = [...head.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (signatures.some((signature) => start.startsWith(signature))) return null;
  const extension = /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase();
  return extension === undefined ? formatOfType(type) : (formatByExtension[extension] ?? null);
}
