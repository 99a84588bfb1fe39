/** Orders the states of a manifest: by epoch, then by version. */
import type { EpochStatement } from '@cloakroom/contract/epochs.ts';

/** A position in a manifest's history. */
type Position = { version: number; epoch?: Pick<EpochStatement, 'number'> | undefined };

/** The number of a manifest's epoch; 0 before the first restored backup. */
export const epochOf = ({ epoch }: Pick<Position, 'epoch'>): number => epoch?.number ?? 0;

/** Whether a manifest is later than another; true without another. */
export function isLater(one: Position, other: Position | null | undefined): boolean {
  if (!other) return true;
  return epochOf(one) > epochOf(other) || (epochOf(one) === epochOf(other) && one.version > other.version);
}
