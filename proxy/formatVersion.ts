/** Versions of the formats that the proxy stores. */

/** A file of a format that this version doesn't know. It is not damaged, and stays as it is. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';
}

/** What is stored, and the formats of it that this version reads. */
export type Format = { what: string; oldest: number; newest: number };

/**
 * Check the format that a file names before anything else of it is read.
 * @param found - what the file names; absent in files from before formats had numbers, which are of format 1.
 * @throws {UnknownFormat} a sentence that names both formats.
 */
export function requireFormat({ what, oldest, newest }: Format, found: unknown): void {
  const format = found ?? 1;
  // What is no number at all is damage, which the caller tells by the rest.
  if (typeof format !== 'number' || (format >= oldest && format <= newest)) return;
  const readable = oldest === newest ? `format ${newest}` : `formats ${oldest} to ${newest}`;
  throw new UnknownFormat(
    `This data folder was written by ${format > newest ? 'a newer' : 'an older'} version of Cloakroom: format ${format} of ` +
      `${what}; this version reads ${readable}. Nothing was changed. Start that version again to go on.`,
  );
}
