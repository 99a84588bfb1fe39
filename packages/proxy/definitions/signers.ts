/** Who may change a schema's definition: the owners in its access log, as accepted on this machine. */
import type { SeenLogs } from '../accessLog/seenLogs.ts';
import { isOwner, applyEntry, type AccessState } from '../accessLog/state.ts';

/** Access logs that were accepted on this machine. */
export type AcceptedLogs = Pick<SeenLogs, 'of'>;

/**
 * Whether a schema's access log names a person as an owner; null if the user has accepted no log of it on this machine.
 * MACs were checked when the entries were accepted; signatures and order are checked again.
 * @param user - the user whose accepted log is read.
 * @throws {InvalidLogEntry} if the accepted entries are no valid sequence.
 */
export async function isOwnerByLog(
  logs: AcceptedLogs,
  user: string,
  schema: string,
  person: string,
): Promise<boolean | null> {
  const log = await logs.of(user, schema);
  if (!log) return null;
  const state = log.entries.reduce<AccessState | null>(
    (before, entry) => applyEntry(before, schema, entry, () => null),
    null,
  );
  return state !== null && isOwner(state, person);
}
