/** A file on its way from where it was opened to the upload of the schema that somebody chose for it. */

let waiting: { schema: string; file: File } | null = null;

export function handOver(schema: string, file: File): void {
  waiting = { schema, file };
}

export const isHandedOver = (schema: string): boolean => waiting?.schema === schema;

/** The schema's file, given away once. */
export function takeOver(schema: string): File | null {
  if (waiting?.schema !== schema) return null;
  const { file } = waiting;
  waiting = null;
  return file;
}
