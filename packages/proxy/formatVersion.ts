/** Versions of the formats that the proxy stores. */
import { StartProblem } from '@cloakroom/server-kit/startProblem.ts';

/** A file of a format that this version doesn't know. It is not damaged, and stays as it is. */
export class UnknownFormat extends StartProblem {}

/** What is stored, and the formats of it that this version reads. */
export type Format = { what: string; oldest: number; newest: number };

/**
 * Check the format that a file names.
 * @returns that format.
 * @throws {UnknownFormat} a sentence that names both formats.
 */
export function requireFormat({ what, oldest, newest }: Format, found: number): number {
  if (found >= oldest && found <= newest) return found;
  const readable = oldest === newest ? `format ${newest}` : `formats ${oldest} to ${newest}`;
  throw new UnknownFormat(
    `This data folder was written by ${found > newest ? 'a newer' : 'an older'} version of Cloakroom: format ${found} of ` +
      `${what}; this version reads ${readable}. Nothing was changed. Start that version again to go on.`,
  );
}
