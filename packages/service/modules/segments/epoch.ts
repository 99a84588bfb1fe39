/** The epoch of a manifest that is to be published: the present one's, or a new one that begins with its segments. */
import { isDeepStrictEqual } from 'node:util';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { forbidden, invalid } from '@cloakroom/server-kit/problem.ts';

/**
 * Checks the epoch of the present manifest's successor.
 * @throws {HttpProblem} 400 when its statement is another than the present one and begins no later epoch, or begins one
 *   with other segments; 403 when its publisher may not share keys.
 */
export function requireEpoch(
  present: Manifest,
  next: Manifest,
  { can_share_keys }: Pick<Permissions, 'can_share_keys'>,
): void {
  if (isDeepStrictEqual(present.epoch, next.epoch)) return;
  const wrong = (sentence: string) => invalid({ epoch: [`This manifest can't be published: ${sentence}`] });
  if (!next.epoch || next.epoch.number <= (present.epoch?.number ?? 0))
    throw wrong('It is of another epoch than the present one.');
  if (!can_share_keys)
    throw forbidden(
      'Only people who may share the keys of a schema can begin a new epoch of it. Ask one of them.',
    );
  const { base } = next.epoch;
  if (base.version !== present.version || base.mac !== present.mac)
    throw wrong('Its epoch begins with another manifest than the present one.');
  if (!isDeepStrictEqual(next.segments, present.segments))
    throw wrong('A new epoch leaves the segments as they are.');
}
