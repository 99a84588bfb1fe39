/**
 * The answer of the service with groups of records: a {@link encodeByteList | list} of JSON with the origins of the uploads and of
 * the groups; a lost group is empty.
 */
import { decodeByteList, encodeByteList } from './byteList.ts';

const lostGroup = new Uint8Array();

/** Writes an answer. @param origins - JSON. */
export const encodeGroupsAnswer = (
  origins: string,
  groups: readonly (Uint8Array | undefined)[],
): Uint8Array =>
  encodeByteList([new TextEncoder().encode(origins), ...groups.map((group) => group ?? lostGroup)]);

/**
 * Reads an answer. The groups are copies, so that a cached one does not retain the others; null for lost ones.
 * @throws {RangeError} if the bytes are truncated or too long.
 */
export function decodeGroupsAnswer(answer: Uint8Array): { origins: string; groups: (Uint8Array | null)[] } {
  const [origins, ...groups] = decodeByteList(answer);
  if (!origins) throw new RangeError('This is not an answer with groups: it is empty.');
  return {
    origins: new TextDecoder().decode(origins),
    groups: groups.map((group) => (group.length > 0 ? group.slice() : null)),
  };
}
