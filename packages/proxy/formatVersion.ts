/** Versions of the formats that the proxy stores. */
import { StartProblem } from '@cloakroom/server-kit/startProblem.ts';

/** A file of an unknown format. It is not damaged, and is not changed. */
export class UnknownFormat extends StartProblem {}

/** A stored file, and the formats of it that this version reads. */
export type Format = { what: string; oldest: number; newest: number };

/**
 * Checks the format of a file.
 * @returns that format.
 * @throws {UnknownFormat} with both formats in the message.
 */
export function requireFormat({ what, oldest, newest }: Format, found: number): number {
  if (found >= oldest && found <= newest) return found;
  const readable = oldest === newest ? `format ${newest}` : `formats ${oldest} to ${newest}`;
  throw new UnknownFormat(
    `This data folder was written by ${found > newest ? 'a newer' : 'an older'} version of Cloakroom: format ${found} of ` +
      `${what}; this version reads ${readable}. Nothing was changed. Start that version again to go on.`,
  );
}
