/** Checks in responses whether the servers still support this console. */
import { contractVersion, minClientHeader } from '@cloakroom/contract/version.ts';
import { Failure } from '#src/shared/failure.ts';
import { http } from './http.ts';

/** @throws {Failure} `outdated` if the response requires a newer console. */
export function refuseOutdated(headers: Headers): void {
  if (Number(headers.get(minClientHeader) ?? 0) <= contractVersion) return;
  if (!http.outdated) {
    http.outdated = true;
    http.emit({ type: 'client.refused' });
  }
  throw new Failure(
    'outdated',
    'This version of the console is too old for the service. Update it to go on.',
  );
}
