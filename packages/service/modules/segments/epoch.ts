/** Checks the epoch of a manifest that is to be published: the current epoch, or a new one with the same segments. */
import { isDeepStrictEqual } from 'node:util';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import type { SignedManifest } from '@cloakroom/contract/segments.ts';
import { forbidden, invalid } from '@cloakroom/server-kit/problem.ts';

/**
 * Checks the epoch of the next manifest.
 * @param options.sameSegments - whether it has the same segments.
 * @throws {HttpProblem} 400 if it differs from the current one and is not later, or begins with other segments; 403 if the
 *   publisher may not share keys.
 */
export function requireEpoch(
  present: SignedManifest,
  next: SignedManifest,
  { can_share_keys, sameSegments }: Pick<Permissions, 'can_share_keys'> & { sameSegments: boolean },
): void {
  if (isDeepStrictEqual(present.epoch, next.epoch)) return;
  const refusal = (sentence: string) => invalid({ epoch: [`This manifest can't be published: ${sentence}`] });
  if (!next.epoch || next.epoch.number <= (present.epoch?.number ?? 0))
    throw refusal('It is of another epoch than the present one.');
  if (!can_share_keys)
    throw forbidden(
      'Only people who may share the keys of a schema can begin a new epoch of it. Ask one of them.',
    );
  const { base } = next.epoch;
  if (base.version !== present.version || base.mac !== present.mac)
    throw refusal('Its epoch begins with another manifest than the present one.');
  if (!sameSegments) throw refusal('A new epoch leaves the segments as they are.');
}
